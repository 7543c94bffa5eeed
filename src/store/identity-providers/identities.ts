// SQL: links an identity unless an account has it or the provider changes at the same time, and records its use
// unless it was unlinked.
import type { ProvenIdentity } from '../../domain/flow/facts.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';

type Client = Prisma | Transaction;
type Writer = Pick<Transaction, '$executeRaw'>;

/** Of identities that have not been unlinked. */
const linked = { unlinkedAt: null } as const;

/** The users with identities of an identity provider, one for each identity, at most `limit`. */
export async function findHolders(tx: Transaction, identityProviderId: string, limit: number): Promise<string[]> {
  const where = { identityProviderId, ...linked };
  const identities = await tx.userIdentity.findMany({ where, select: { userId: true }, take: limit });
  return identities.map(({ userId }) => userId);
}

/** An identity of a user, who must be locked; null if the user has no such identity. */
export const findIdentity = (tx: Transaction, userId: string, id: string) =>
  tx.userIdentity.findFirst({ where: { id, userId, ...linked }, select: { id: true, identityProviderId: true } });

interface NewIdentity {
  id: string;
  userId: string;
  identityProviderId: string;
  /** The version with which it was proven: with other settings, the subject may be of another person. */
  providerVersion: number;
  subject: string;
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Links an identity with a user. False if it is linked already, or if the provider has changed meanwhile. */
export async function addIdentity(tx: Writer, identity: NewIdentity): Promise<boolean> {
  const { id, userId, identityProviderId, providerVersion, subject, name, createdAt, lastUsedAt } = identity;
  const added = await tx.$executeRaw`
    INSERT INTO user_identities (id, user_id, identity_provider_id, subject, name, created_at, last_used_at)
    SELECT ${id}, ${userId}, id, ${subject}, ${name}, ${createdAt}, ${lastUsedAt}
    FROM identity_providers WHERE id = ${identityProviderId} AND version = ${providerVersion} FOR SHARE
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

/** Unlinks an identity. The row stays, so that the address never links it again in silence. */
export async function unlinkIdentity(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.userIdentity.update({ where: { id }, data: { unlinkedAt: now } });
}

/** Unlinks the identities of a user that were linked since a time. Returns how many. */
export async function unlinkSince(
  tx: Transaction,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const where = { userId, ...linked, createdAt: { gte: since } };
  return (await tx.userIdentity.updateMany({ where, data: { unlinkedAt: now } })).count;
}

/** The identity providers of the identities of a user that are enabled, one for each identity. */
export async function enabledProvidersOf(tx: Transaction, userId: string): Promise<string[]> {
  const where = { userId, ...linked, identityProvider: { isEnabled: true } };
  const identities = await tx.userIdentity.findMany({ where, select: { identityProviderId: true } });
  return identities.map(({ identityProviderId }) => identityProviderId);
}

/** Identities of a user with the names of their providers, sorted by the time of linking. */
export async function readAccountIdentities(prisma: Client, userId: string) {
  const identities = await prisma.userIdentity.findMany({
    where: { userId, ...linked },
    include: { identityProvider: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  return identities.map(({ identityProvider, ...identity }) => ({
    ...identity,
    identityProviderName: identityProvider.name,
  }));
}
