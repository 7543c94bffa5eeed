import { type RequiredSignIn, signInRequired } from '../domain/failure.ts';
import { acrValues } from '../vocabulary/flows.ts';
import type { Actor } from './actor.ts';
import type { Operation } from './operation.ts';
import type { KernelServices } from './types.ts';

/** Seconds by which a sign-in may seem to lie ahead: times are rounded, and clocks of processes differ a little. */
const leeway = 5;

/**
 * The actor, marked if it is a user whose sign-in is too old, or unknown; for the Account API also if it is of a lower
 * level than the account can reach. Applications have no one who could sign in again.
 */
export function checkSignIn(
  { recentSignInSeconds, clock }: Pick<KernelServices, 'recentSignInSeconds' | 'clock'>,
  actor: Actor,
): Actor {
  const { kind, authenticatedAt, isUnattended, account } = actor;
  const maxAge = recentSignInSeconds[account ? 'account' : 'management'];
  if (maxAge === 0 || kind !== 'user' || isUnattended) return actor;
  const age = authenticatedAt ? (clock.now().getTime() - authenticatedAt.getTime()) / 1000 : Infinity;
  const isRecent = age >= -leeway && age <= maxAge;
  if (isRecent && (!account || account.level >= account.highestLevel)) return actor;
  return { ...actor, requiredSignIn: { maxAge, ...(account && levelRequired(account)) } };
}

/** Also if only the age is wrong: the new sign-in must not be of a lower level. */
const levelRequired = ({ highestLevel }: NonNullable<Actor['account']>): Pick<RequiredSignIn, 'acrValues'> =>
  highestLevel === 1 ? {} : { acrValues: acrValues[highestLevel - 1] };

/** Whether a call with this input requires a recent sign-in. */
export const requiresRecentSignIn = ({ recentSignIn }: Pick<Operation, 'recentSignIn'>, input: object): boolean =>
  typeof recentSignIn === 'boolean'
    ? recentSignIn
    : recentSignIn.some((field) => (input as Record<string, unknown>)[field] !== undefined);

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The requirement as a sentence, for the documentation of the APIs; null if there is none. */
export function describeRecentSignIn({ recentSignIn }: Pick<Operation, 'recentSignIn'>): string | null {
  if (recentSignIn === false) return null;
  const fields = recentSignIn === true ? [] : recentSignIn.map((field) => `\`${field}\``);
  const when = fields.length ? ` if ${either.format(fields)} is given` : '';
  return `Requires a recent sign-in of a user${when}, except in a dry run.`;
}

/** Refuses a user without a recent sign-in (RFC 9470): with a stolen token alone, little can be changed. */
export function requireRecentSignIn({ requiredSignIn }: Pick<Actor, 'requiredSignIn'>): void {
  if (requiredSignIn) throw signInRequired(requiredSignIn);
}
