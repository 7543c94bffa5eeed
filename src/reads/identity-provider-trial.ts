import { noResult, type Trial } from '../domain/identity-providers/trial.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import { isId } from '../platform/ids/ids.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { findTrial, resultOf } from '../store/identity-providers/trials.ts';

/** Reads a trial sign-in of the caller; null if there is none, or it has expired. Other administrators see nothing. */
export type ReadTrial = (
  prisma: Prisma | Transaction,
  caller: { kind: string; id: string | null },
  id: string,
) => Promise<Trial | null>;

interface Services {
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
}

export const createReadTrial =
  ({ secretBox, clock }: Services): ReadTrial =>
  async (prisma, { kind, id: userId }, id) => {
    const isOwn = kind === 'user' && userId && isId('identityProviderTrial', id);
    const trial = isOwn ? await findTrial(prisma, { id, userId }, clock.now()) : null;
    if (!trial) return null;
    const result = resultOf(secretBox, trial);
    return {
      id,
      identityProviderId: trial.identityProviderId,
      state: result ? 'received' : 'waiting',
      ...(result ?? noResult),
      createdAt: trial.createdAt.toISOString(),
      expiresAt: trial.expiresAt.toISOString(),
    };
  };
