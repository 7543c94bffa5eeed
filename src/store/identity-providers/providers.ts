import type { ProtocolSettings, ProviderSecrets } from '../../domain/identity-providers/provider.ts';
import { type SecretBox, tryOpenJson } from '../../platform/crypto/secret-box.ts';
import type { Prisma, Row, Transaction } from '../../platform/database/database.ts';
import type { ClaimNames, ProviderPresetName } from '../../vocabulary/identity-provider-presets.ts';
import type { AddressTrust, Linking } from '../../vocabulary/identity-providers.ts';
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

/** The protocol and settings of a row. */
export const protocolSettingsOf = ({ protocol, settings }: Pick<Columns, 'protocol' | 'settings'>): ProtocolSettings =>
  ({ protocol, settings }) as unknown as ProtocolSettings;

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

/** Decrypts the secrets of an identity provider; undefined if their key is lost. */
export const openSecrets = (
  secretBox: Pick<SecretBox, 'open'>,
  { encryptedSecrets }: Pick<StoredProvider, 'encryptedSecrets'>,
): ProviderSecrets | undefined => tryOpenJson(secretBox, encryptedSecrets);
