import { rateLimited } from '../domain/failure.ts';
import { networkLimitKey, networkLimitKeyPurpose } from '../domain/flow/secrets.ts';
import type { AccountLimitKind } from '../domain/messages/account-limits.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Transaction } from '../platform/database/database.ts';
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
  await countFor(database.prisma, secretBox, { kind: limit.kind, id, now: clock.now() });
}

/** Counts what someone does, by their id. RATE_LIMITED beyond the limit. */
export async function countFor(
  tx: Pick<Transaction, '$executeRaw' | '$queryRaw'>,
  secretBox: Pick<SecretBox, 'derive'>,
  { kind, id, now }: { kind: AccountLimitKind; id: string; now: Date },
): Promise<void> {
  const key = networkLimitKey(secretBox.derive(networkLimitKeyPurpose), kind, id);
  const until = await countOfAccount(tx, kind, Uint8Array.from(key), now);
  if (until) throw rateLimited(`Too many calls. Try again after ${until.toISOString()}.`, until, now);
}
