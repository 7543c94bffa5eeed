import type { AccountScope } from '../../vocabulary/account/account-scopes.ts';
import type { Level } from '../../vocabulary/flows.ts';
import { satisfies } from '../flow/level.ts';

/** The rights of a token for the Account API, for the account of its user only. */
export interface AccountAccess {
  scopes: ReadonlySet<AccountScope>;
  /** The level of the sign-in, and the highest one that the user can reach. */
  level: Level;
  highestLevel: Level;
}

/** The access of a sign-in, by its `acr` and the kinds of factors of its user. */
export const accountAccess = (
  scopes: Iterable<AccountScope>,
  { acr, factorKinds }: { acr: string | undefined; factorKinds: readonly string[] },
): AccountAccess => ({
  scopes: new Set(scopes),
  level: satisfies(acr, 2) ? 2 : 1,
  highestLevel: highestLevelOf(factorKinds),
});

/** The highest level that a person can reach with these kinds of factors: a backup code only replaces another one. */
const highestLevelOf = (factorKinds: readonly string[]): Level =>
  factorKinds.some((kind) => kind === 'passkey' || kind === 'totp') ? 2 : 1;
