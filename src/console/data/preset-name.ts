import { providerLabels } from '../../vocabulary/identity-providers/provider-labels.ts';

export type ProviderPresetName = keyof typeof providerLabels;

/** The name of a preset in GraphQL. */
export const inGraphQL = (name: ProviderPresetName): string => name.toUpperCase();

/** The preset by its name in GraphQL; undefined if the platform is newer than the page. */
export const presetNameOf = (preset: unknown): ProviderPresetName | undefined =>
  (Object.keys(providerLabels) as ProviderPresetName[]).find((one) => inGraphQL(one) === preset);
