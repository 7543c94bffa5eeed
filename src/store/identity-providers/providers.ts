// SQL: times of a sign-in, which change a provider without a new `updatedAt`.
import type { Prisma as Model } from '../../generated/prisma/client.ts';
import { minute } from '../../domain/durations.ts';
import { conflict, notFound } from '../../domain/failure.ts';
import type { ProtocolSettings } from '../../domain/identity-providers/provider.ts';
import type { ProviderSecrets } from '../../domain/identity-providers/secrets.ts';
import { sealJson, type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import type { Prisma, Row, Transaction } from '../../platform/database/database.ts';
import type { ClaimNames, ProviderPresetName } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { AddressTrust, Linking } from '../../vocabulary/identity-providers/identity-providers.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { lock } from '../row-locks/row-locks.ts';
import { withProviderDomains } from './parts.ts';

type Columns = Row<'identityProvider'>;

/** An identity provider with what signing in with it needs. */
export type StoredProvider = Omit<Columns, 'protocol' | 'settings' | 'preset' | 'claims' | 'addressTrust' | 'linking'> &
  ProtocolSettings & {
    preset: ProviderPresetName;
    claims: ClaimNames;
    addressTrust: AddressTrust;
    linking: Linking;
    /** Sorted. */
    domains: string[];
    encryptedSecrets: Uint8Array | null;
  };

/** Reads an identity provider, enabled or not; null if it does not exist. */
export async function findProvider(
  prisma: Pick<Prisma | Transaction, 'identityProvider'>,
  id: string,
): Promise<StoredProvider | null> {
  const row = await prisma.identityProvider.findUnique({
    where: { id },
    omit: { encryptedSecrets: false },
    include: withProviderDomains,
  });
  if (!row) return null;
  return { ...row, domains: row.domains.map(({ domain }) => domain) } as unknown as StoredProvider;
}

/** An identity provider in the form of the public shape (store/records/shapes.ts). It must exist. */
export const readProvider = (tx: Transaction, id: string) =>
  tx.identityProvider.findUniqueOrThrow({ where: { id }, include: withProviderDomains });

/**
 * Adds an identity provider. CONFLICT at "id" if another one has its id, or had it as far as the event log goes back:
 * what is cached of that one, and sign-ins that began with it, would be of this one.
 */
export async function addProvider(tx: Transaction, data: Model.IdentityProviderCreateManyInput): Promise<void> {
  const { id } = data;
  const event = await tx.event.findFirst({
    where: { subjectKind: 'identityProvider', subjectId: id },
    select: { id: true },
  });
  const { count } = await tx.identityProvider.createMany({ data: [data], skipDuplicates: true });
  if (event || count === 0) throw conflict('Another identity provider has this id, or had it.', 'id');
}

/** Locks an identity provider and reads it. NOT_FOUND at "identityProviderId" if it does not exist. */
export async function lockProvider(tx: Transaction, id: string): Promise<StoredProvider> {
  await lock(tx, 'identityProvider', id, 'identityProviderId');
  const provider = await findProvider(tx, id);
  if (!provider) throw notFound(kinds.identityProvider.label, 'identityProviderId');
  return provider;
}

/** Decrypts the secrets of an identity provider; undefined if their key is lost. */
export const openSecrets = (
  secretBox: Pick<SecretBox, 'open'>,
  { encryptedSecrets }: Pick<StoredProvider, 'encryptedSecrets'>,
): ProviderSecrets | undefined => tryOpenJson(secretBox, encryptedSecrets);

/** The columns for the secrets of an identity provider. */
export const sealSecrets = (secretBox: SecretBox, secrets: ProviderSecrets) => {
  const secretNames = Object.keys(secrets).sort();
  return { secretNames, encryptedSecrets: secretNames.length ? sealJson(secretBox, secrets) : null };
};

/** Replaces the domains of an identity provider, which must be locked. CONFLICT for those of another one. */
export async function replaceDomains(
  tx: Transaction,
  identityProviderId: string,
  domains: readonly string[],
): Promise<void> {
  await tx.identityProviderDomain.deleteMany({ where: { identityProviderId, domain: { notIn: [...domains] } } });
  // Waits for others that add the same domains.
  await tx.identityProviderDomain.createMany({
    data: domains.map((domain) => ({ domain, identityProviderId })),
    skipDuplicates: true,
  });
  const other = await tx.identityProviderDomain.findFirst({
    where: { domain: { in: [...domains] }, identityProviderId: { not: identityProviderId } },
    select: { domain: true, identityProvider: { select: { name: true } } },
    orderBy: { domain: 'asc' },
  });
  if (!other) return;
  const message = `${other.domain} is a domain of the identity provider "${other.identityProvider.name}".`;
  throw conflict(message, 'domains', domains.indexOf(other.domain));
}

/** Records that a sign-in failed at an identity provider. Not a change of the record: `updatedAt` keeps its value. */
export async function recordFailure(
  tx: Transaction,
  { id, error, now }: { id: string; error: string; now: Date },
): Promise<void> {
  await tx.$executeRaw`UPDATE identity_providers SET last_error = ${error}, last_failed_at = ${now} WHERE id = ${id}`;
}

/** Records that a person has signed in at an identity provider. Writes at most once a minute, unless it was failing. */
export async function recordProviderSuccess(
  prisma: Pick<Prisma, '$executeRaw'>,
  identityProviderId: string,
  now: Date,
): Promise<void> {
  await prisma.$executeRaw`
    UPDATE identity_providers SET last_succeeded_at = ${now}, last_error = NULL
    WHERE id = ${identityProviderId} AND (last_error IS NOT NULL OR last_succeeded_at IS NULL
      OR last_succeeded_at <= ${new Date(now.getTime() - minute)})`;
}
