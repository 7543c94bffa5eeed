import { z } from 'zod';
import { type KeyTimes, tokensExpireBy } from '../../domain/oauth/signing-keys.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type SigningKeyState, signingKeyStates } from '../../vocabulary/resources.ts';
import { type SigningAlgorithm, signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { exampleTimes, field } from '../../vocabulary/shape-parts.ts';

export const retirementSchema = z
  .strictObject({
    algorithm: z.enum(signingAlgorithms).describe('The algorithm of the key.'),
    state: field(z.enum(signingKeyStates), 'State of the key in the rotation before the withdrawal.', 'CURRENT'),
    tokensExpireBy: field(
      z.iso.datetime().nullable(),
      'When the last token signed with it would have expired at the latest; null if it has signed none.',
      exampleTimes.later,
    ),
    apiResourceCount: field(
      z.int(),
      'API resources whose access tokens are signed with this algorithm: callers need new tokens. 0 if the key has signed none.',
      3,
    ),
    applicationCount: field(
      z.int(),
      'Applications whose ID tokens are signed with this algorithm; 0 if the key has signed none.',
      5,
    ),
    sessionCount: field(z.int(), 'Sessions of signed-in users; they remain valid.', 120),
    refreshTokenCount: field(z.int(), 'Refresh tokens; they remain valid, so applications can get new tokens.', 80),
  })
  .meta({
    id: 'SigningKeyRetirement',
    description: 'Effect of the withdrawal of a signing key.',
  });

/** Counted before the key is withdrawn. */
export async function effectOf(
  tx: Transaction,
  key: KeyTimes,
  state: SigningKeyState,
  now: Date,
): Promise<z.input<typeof retirementSchema>> {
  const algorithm = key.algorithm as SigningAlgorithm;
  const expiry = tokensExpireBy(key, state, now);
  const signedBy = { in: expiry ? [algorithm] : [] };
  const unexpired = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  return {
    algorithm,
    state,
    tokensExpireBy: expiry?.toISOString() ?? null,
    apiResourceCount: await tx.apiResource.count({ where: { accessTokenSigningAlg: signedBy } }),
    applicationCount: await tx.application.count({
      where: { idTokenSigningAlg: signedBy, type: { not: 'MACHINE_TO_MACHINE' } },
    }),
    sessionCount: await tx.oidcRecord.count({ where: { model: 'Session', userId: { not: null }, ...unexpired } }),
    refreshTokenCount: await tx.oidcRecord.count({ where: { model: 'RefreshToken', consumedAt: null, ...unexpired } }),
  };
}
