import {
  explainIdentity,
  type IdentityDecision,
  proofsOf,
  withIdentity,
} from '../domain/identity-providers/identity-decision.ts';
import { allowsPasskeys } from '../domain/flow/passkey-host.ts';
import type { ReadIdentity } from '../domain/identity-providers/read-identity.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto/secret-box.ts';
import type { Database } from '../platform/database/database.ts';
import { readFlow } from '../store/flows/flows.ts';
import type { StoredProvider } from '../store/identity-providers/providers.ts';

interface Services {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
  clock: Clock;
  config: { publicUrl: string };
}

/** What a sign-in with an identity would lead to, as the pages read and decide it. Nothing is changed. */
export async function explainSignInWith(
  { database, secretBox, clock, config }: Services,
  provider: StoredProvider,
  read: ReadIdentity,
): Promise<IdentityDecision> {
  const newFlow = { id: '', purpose: 'sign-in', applicationId: '', reference: '' } as const;
  const canUsePasskeys = allowsPasskeys(config.publicUrl);
  const request = { deviceHashes: [], session: null, requestedLevel: 1, canUsePasskeys } as const;
  const pending = proofsOf(provider, read);
  const current = await readFlow(
    database.prisma,
    secretBox,
    { newFlow, request: { ...request, deviceHashes: [] }, pending },
    clock.now(),
  );
  if (!current) throw new Error('a flow that is not stored is over');
  return explainIdentity(current.policy, withIdentity(current.flow, provider, read));
}
