import {
  type ProviderPresetName,
  providerPresetNames,
  providerPresetOf,
  providerReturnPath,
  samlMetadataPath,
} from '../../../vocabulary/identity-providers/identity-provider-presets.ts';
import { presetNameOf } from '../../data/preset-name.ts';

export { providerPresetNames };

/** A preset with its name. */
export type Preset = ReturnType<typeof providerPresetOf> & { name: ProviderPresetName };

/** A preset by its name in GraphQL; undefined if the platform is newer than the page. */
export function presetOf(preset: unknown): Preset | undefined {
  const name = presetNameOf(preset);
  return name && { ...providerPresetOf(name), name };
}

/** An address of the platform, which the issuer is below. */
const addressOf = (issuer: string, path: string): string => new URL(`..${path}`, `${issuer}/`).href;

/** The address to which an identity provider sends people back. */
export const returnAddressOf = (issuer: string, identityProviderId: string): string =>
  addressOf(issuer, providerReturnPath(identityProviderId));

/** The entity ID of the platform for an identity provider by SAML: the address of its metadata. */
export const entityIdOf = (issuer: string, identityProviderId: string): string =>
  addressOf(issuer, samlMetadataPath(identityProviderId));
