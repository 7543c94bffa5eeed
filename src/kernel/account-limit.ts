import { Failure } from '../domain/failure.ts';
import { networkLimitKey, networkLimitKeyPurpose } from '../domain/flow/secrets.ts';
import { countOfAccount } from '../store/flows/network-limits.ts';
import type { Actor } from './actor.ts';
import type { Operation } from './operation.ts';
import type { KernelServices } from './types.ts';

/**
 * Counts the call of a person, and refuses it with RATE_LIMITED beyond the limit. It is counted in a statement of its
 * own, also in a dry run: a refusal, which may reveal that a username is taken, must not take the count back.
 */
export async function countCall(
  { database, secretBox, clock }: Pick<KernelServices, 'database' | 'secretBox' | 'clock'>,
  { limit }: Pick<Operation, 'limit'>,
  { id }: Pick<Actor, 'id'>,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!limit || id === null || (limit.field !== undefined && input[limit.field] === undefined)) return;
  const key = networkLimitKey(secretBox.derive(networkLimitKeyPurpose), limit.kind, id);
  const until = await countOfAccount(database.prisma, limit.kind, Uint8Array.from(key), clock.now());
  if (until) throw new Failure('RATE_LIMITED', `Too many calls. Try again after ${until.toISOString()}.`);
}
