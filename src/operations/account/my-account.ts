import type { AccountPart, SignInPolicy } from '../../domain/flow/policy.ts';
import { conflict } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { RunContext } from '../../kernel/operation.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { readPresentPolicy } from '../../store/flows/policies.ts';
import { lockUser } from '../../store/records/users.ts';

/** The id of the account of a caller of the Account API: `authorize` has refused all others. */
export function myId({ id }: Pick<Actor, 'id'>): string {
  if (id === null) throw new TypeError('an operation on an account without a user');
  return id;
}

/** The common part of these operations. Each payload has the account after the change. */
export const ofMyAccount = { permission: { account: 'account:write' }, output: {} } as const;

/** Of those that change the account itself, which gets another version. */
export const changingMyAccount = {
  ...ofMyAccount,
  record: 'userId',
  findRecord: (_tx: Transaction, _input: unknown, actor: Actor) => Promise.resolve(myId(actor)),
} as const;

/** Locks the account of the caller, and returns it. */
export const lockMyAccount = ({ tx, actor }: { tx: Transaction; actor: Actor }) => lockUser(tx, myId(actor));

/** The notice that the account was changed in the session of the caller. */
export const noticeAbout = (
  { actor, ids, now }: Pick<RunContext<never>, 'actor' | 'ids' | 'now'>,
  user: Row<'user'>,
) => ({
  user,
  sessionId: actor.sessionId ?? null,
  id: ids.next('message'),
  now,
});

/**
 * CONFLICT at each of these fields of which the policy does not let people change the part of their account. Returns
 * the policy.
 */
export async function requireAllowed(
  tx: Pick<Transaction, 'signInExperience'>,
  parts: Readonly<Record<string, AccountPart>>,
): Promise<SignInPolicy> {
  const policy = await readPresentPolicy(tx);
  const { allows } = policy.account;
  const field = Object.keys(parts).find((name) => !allows.includes(parts[name] as AccountPart));
  if (field !== undefined)
    throw conflict('People may not change this themselves: an administrator does.', field).because('not-allowed');
  return policy;
}
