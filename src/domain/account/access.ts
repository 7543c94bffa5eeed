import type { AccountScope } from '../../vocabulary/account-scopes.ts';
import type { Level } from '../../vocabulary/flows.ts';

/** What a token for the Account API allows, for the account of its user only. */
export interface AccountAccess {
  scopes: ReadonlySet<AccountScope>;
  /** The level of the sign-in, and the highest one that the user can reach. */
  level: Level;
  highestLevel: Level;
}

/** The highest level that a person can reach with these kinds of factors: a backup code only replaces another one. */
export const highestLevelOf = (factorKinds: readonly string[]): Level =>
  factorKinds.some((kind) => kind === 'passkey' || kind === 'totp') ? 2 : 1;
