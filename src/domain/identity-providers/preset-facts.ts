import {
  type ProviderPresetName,
  providerPresetNames,
  providerPresetOf,
} from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { type ProviderProtocol, providerProtocols } from '../../vocabulary/identity-providers/identity-providers.ts';

type Preset = ReturnType<typeof providerPresetOf>;

/** Facts of a field that is taken with some presets only. */
export function ofPresets(isMeant: (preset: Preset, name: ProviderPresetName) => boolean) {
  const values = providerPresetNames.filter((name) => isMeant(providerPresetOf(name), name));
  return { onlyWith: { field: 'preset', values } };
}

export const ofProtocol = (protocol: ProviderProtocol) => ofPresets((preset) => preset.protocol === protocol);

/** Facts of what is known of services with a preset, and not of other ones. */
export const ofOtherServices = ofPresets((_preset, name) => providerProtocols.some((protocol) => protocol === name));
