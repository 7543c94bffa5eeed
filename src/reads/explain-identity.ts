import {
  explainIdentity,
  type IdentityDecision,
  proofsOf,
  withIdentity,
} from '../domain/identity-providers/identity-decision.ts';
import type { ReadIdentity } from '../domain/identity-providers/read-identity.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database } from '../platform/database/database.ts';
import type { StoredProvider } from '../store/identity-providers/providers.ts';
import { readUnstoredFlow } from './unstored-flow.ts';

interface Services {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
  config: { publicUrl: string };
}

/** The effect of a sign-in with an identity, as the pages read and decide it. Nothing is changed. */
export async function explainSignInWith(
  { database, secretBox, clock, config }: Services,
  provider: StoredProvider,
  read: ReadIdentity,
): Promise<IdentityDecision> {
  const options = { purpose: 'sign-in', requestedLevel: 1, pending: proofsOf(provider, read) } as const;
  const current = await readUnstoredFlow({ prisma: database.prisma, secretBox, now: clock.now(), config }, options);
  return explainIdentity(current.policy, withIdentity(current.flow, provider, read));
}
