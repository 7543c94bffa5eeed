import type { ProvenIdentity } from '../../../domain/flow/facts.ts';
import type { UsedIdentity } from '../../../domain/flow/identity.ts';
import type { Ids } from '../../../platform/ids/ids.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { addIdentity, recordIdentityUse } from '../../../store/identity-providers/identities.ts';
import { flowChanged } from '../ready-flow.ts';

interface Context {
  tx: Transaction;
  ids: Pick<Ids, 'next'>;
  now: Date;
}

/** Links an identity with an account. CONFLICT if another one has got it, or the provider was changed, meanwhile. */
export async function linkWith(
  { tx, ids, now }: Context,
  userId: string,
  { identity, isUsed }: { identity: ProvenIdentity; isUsed: boolean },
): Promise<void> {
  const { providerId: identityProviderId, providerVersion, subject, label: name } = identity;
  const proven = { identityProviderId, providerVersion, subject, name };
  const linked = { id: ids.next('userIdentity'), userId, ...proven, createdAt: now };
  if (!(await addIdentity(tx, { ...linked, lastUsedAt: isUsed ? now : null }))) throw flowChanged();
}

/** Records a sign-in with an identity, and links it if it is new. CONFLICT if it is gone meanwhile. */
export async function storeSignInIdentity(
  context: Context,
  userId: string,
  { identity, isNew }: UsedIdentity,
): Promise<void> {
  if (isNew) return linkWith(context, userId, { identity, isUsed: true });
  if (!(await recordIdentityUse(context.tx, userId, { ...identity, now: context.now }))) throw flowChanged();
}
