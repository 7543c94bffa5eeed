import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { ProviderConnection } from '../../platform/identity-providers/identity-provider.ts';
import { providerPresetOf } from '../../vocabulary/identity-provider-presets.ts';
import { openSecrets, type StoredProvider } from './providers.ts';

/** What the protocol needs of an identity provider. One whose key is lost has no secrets: the provider refuses it. */
export const connectionOf = (secretBox: Pick<SecretBox, 'open'>, provider: StoredProvider): ProviderConnection => {
  const { id, version, preset } = provider;
  const { responseMode } = providerPresetOf(preset);
  const common = { id, version, secrets: openSecrets(secretBox, provider) ?? {}, responseMode };
  return provider.protocol === 'oidc'
    ? { ...common, protocol: provider.protocol, settings: provider.settings }
    : { ...common, protocol: provider.protocol, settings: provider.settings };
};
