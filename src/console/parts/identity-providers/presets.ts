import {
  type ProviderPresetName,
  providerPresetNames,
  providerPresetOf,
  providerReturnPath,
} from '../../../vocabulary/identity-provider-presets.ts';

export { providerPresetNames, type ProviderPresetName };

/** A preset with its name. */
export type Preset = ReturnType<typeof providerPresetOf> & { name: ProviderPresetName };

/** A preset by its name in GraphQL; undefined if the platform is newer than the page. */
export function presetOf(preset: unknown): Preset | undefined {
  const name = providerPresetNames.find((one) => inGraphQL(one) === preset);
  return name && { ...providerPresetOf(name), name };
}

export const inGraphQL = (name: ProviderPresetName): string => name.toUpperCase();

/** The address to which an identity provider sends people back. The issuer is below the address of the platform. */
export const returnAddressOf = (issuer: string, identityProviderId: string): string =>
  new URL(`..${providerReturnPath(identityProviderId)}`, `${issuer}/`).href;
