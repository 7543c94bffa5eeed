import { noSignInTrialResult, type SignInTrial } from '../domain/oauth/sign-in-trial.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Prisma, Transaction } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import { findSignInTrial, signInTrialResult } from '../store/sign-in-trials.ts';

/**
 * Reads a trial sign-in of the caller to an application; null if there is none, or it has expired. Other administrators
 * see nothing.
 */
export type ReadSignInTrial = (
  prisma: Prisma | Transaction,
  caller: { kind: string; id: string | null },
  id: string,
) => Promise<SignInTrial | null>;

interface Services {
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
}

export const createReadSignInTrial =
  ({ secretBox, clock }: Services): ReadSignInTrial =>
  async (prisma, { kind, id: userId }, id) => {
    const isOwn = kind === 'user' && userId && isId('signInTrial', id);
    const trial = isOwn ? await findSignInTrial(prisma, { id, userId }, clock.now()) : null;
    if (!trial) return null;
    const { applicationId, resource, createdAt, expiresAt } = trial;
    const result = signInTrialResult(secretBox, trial);
    return {
      id,
      applicationId,
      resource,
      state: result ? 'received' : 'waiting',
      ...(result ?? noSignInTrialResult),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
  };
