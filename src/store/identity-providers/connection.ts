import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { ProviderConnection } from '../../platform/identity-providers/identity-provider.ts';
import { providerPresetOf, samlMetadataPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { openSecrets, type StoredProvider } from './providers.ts';

/** The entity ID of the platform for an identity provider by SAML: the address of its metadata. */
export const ourEntityId = (publicUrl: string, providerId: string): string => publicUrl + samlMetadataPath(providerId);

/** The connection to an identity provider. One whose key is lost has no secrets: the provider refuses it. */
export function connectionOf(
  secretBox: Pick<SecretBox, 'open'>,
  provider: StoredProvider,
  publicUrl: string,
): ProviderConnection {
  const { id, version, preset, addressTrust, claims } = provider;
  const common = { id, version, secrets: openSecrets(secretBox, provider) ?? {} };
  if (provider.protocol === 'saml')
    return {
      ...common,
      protocol: provider.protocol,
      settings: { ...provider.settings, certificates: provider.settings.certificates.map(({ pem }) => pem) },
      ourEntityId: ourEntityId(publicUrl, id),
      acceptsEmailNameId: addressTrust === 'domains',
    };
  const { responseMode } = providerPresetOf(preset);
  const addressClaims = [claims.email, claims.emailVerified].filter((name) => name !== null);
  return provider.protocol === 'oidc'
    ? { ...common, responseMode, protocol: provider.protocol, settings: provider.settings, addressClaims }
    : { ...common, responseMode, protocol: provider.protocol, settings: provider.settings };
}
