// SQL: links an identity unless an account has it, and records its use unless it was unlinked.
import type { ProvenIdentity } from '../../domain/flow/facts.ts';
import type { Transaction } from '../../platform/database/database.ts';

type Writer = Pick<Transaction, '$executeRaw'>;

interface NewIdentity {
  id: string;
  userId: string;
  identityProviderId: string;
  subject: string;
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Links an identity with a user. False if it is linked already. */
export async function addIdentity(tx: Writer, identity: NewIdentity): Promise<boolean> {
  const { id, userId, identityProviderId, subject, name, createdAt, lastUsedAt } = identity;
  const added = await tx.$executeRaw`
    INSERT INTO user_identities (id, user_id, identity_provider_id, subject, name, created_at, last_used_at)
    VALUES (${id}, ${userId}, ${identityProviderId}, ${subject}, ${name}, ${createdAt}, ${lastUsedAt})
    ON CONFLICT (identity_provider_id, subject) WHERE unlinked_at IS NULL DO NOTHING`;
  return added > 0;
}

/** Records that a user has signed in with an identity. False if it is no longer theirs. */
export async function recordIdentityUse(
  tx: Writer,
  userId: string,
  { providerId, subject, label, now }: Pick<ProvenIdentity, 'providerId' | 'subject' | 'label'> & { now: Date },
): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE user_identities SET last_used_at = ${now}, name = coalesce(${label}, name)
    WHERE identity_provider_id = ${providerId} AND subject = ${subject} AND user_id = ${userId} AND unlinked_at IS NULL`;
  return used > 0;
}
