import type { z } from 'zod';
import {
  type ClaimNames,
  type OAuthPreset,
  type ProviderPresetName,
  providerPresetOf,
} from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type {
  OAuth2Settings,
  OidcSettings,
  SamlSettings,
} from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import {
  type AddressTrust,
  type Linking,
  type ProviderProtocol,
  providerProtocols,
} from '../../vocabulary/identity-providers/identity-providers.ts';
import { changedNames, omitUndefined } from '../events/changes.ts';
import { badUserInput, invalidField } from '../failure.ts';
import { newSamlSettings, type PreparedSaml, updatedSamlSettings } from './saml.ts';
import type { ChangedSamlSettings, NewSamlSettings } from './saml-inputs.ts';
import type {
  ClaimNamesChanges,
  createOAuth2Settings,
  createOidcSettings,
  updateOAuth2Settings,
  updateOidcSettings,
} from './settings.ts';

/** The protocol of an identity provider with its settings. */
export type ProtocolSettings =
  | { protocol: 'oidc'; settings: OidcSettings }
  | { protocol: 'oauth2'; settings: OAuth2Settings }
  | { protocol: 'saml'; settings: SamlSettings };

/** The fields of an identity provider that can change, besides its secrets. */
export type ProviderRecord = ProtocolSettings & {
  preset: ProviderPresetName;
  name: string;
  claims: ClaimNames;
  addressTrust: AddressTrust;
  linking: Linking;
  createsAccounts: boolean;
  level2Values: string[];
  /** Sorted. */
  domains: string[];
  isRequired: boolean;
  isShown: boolean;
};

interface Inputs<Oidc, OAuth2, Saml> {
  oidc?: Oidc | null | undefined;
  oauth2?: OAuth2 | null | undefined;
  saml?: Saml | null | undefined;
}
type NewInputs = Inputs<z.output<typeof createOidcSettings>, z.output<typeof createOAuth2Settings>, NewSamlSettings>;
type ChangedInputs = Inputs<
  z.output<typeof updateOidcSettings>,
  z.output<typeof updateOAuth2Settings>,
  ChangedSamlSettings
>;

/** The settings of a new identity provider: those of the preset where they are omitted. */
export function newSettings(name: ProviderPresetName, inputs: NewInputs, prepared: PreparedSaml): ProtocolSettings {
  const preset = providerPresetOf(name);
  const { protocol, label } = preset;
  const other = otherIn(inputs, protocol);
  if (other) throw badUserInput(`Not used: the protocol of ${label} is ${protocol}.`, other);
  const { oidc, oauth2, saml } = inputs;
  if (preset.protocol === 'saml') {
    if (!saml) throw required(['saml'], `Required for ${label}.`);
    return { protocol: 'saml', settings: newSamlSettings(saml, prepared) };
  }
  if (preset.protocol === 'oidc') {
    if (!oidc) throw required(['oidc'], `Required for ${label}.`);
    return { protocol: 'oidc', settings: newOidcSettings(preset, oidc) };
  }
  if (!oauth2) throw required(['oauth2'], `Required for ${label}.`);
  return { protocol: 'oauth2', settings: newOAuth2Settings(preset, oauth2) };
}

/** The first settings of another protocol. */
const otherIn = (inputs: NewInputs | ChangedInputs, protocol: ProviderProtocol): ProviderProtocol | undefined =>
  providerProtocols.find((name) => name !== protocol && inputs[name]);

function newOidcSettings(preset: OAuthPreset, input: z.output<typeof createOidcSettings>): OidcSettings {
  const { issuer, scopes, authentication } = preset;
  const settings = {
    clientId: input.clientId,
    scopes: input.scopes ?? [...scopes],
    authentication: input.authentication ?? authentication,
    tenant: input.tenant ?? null,
    apple: input.apple ?? null,
  };
  if (issuer === null && input.issuer == null) throw required(['oidc', 'issuer'], 'Required without a preset.');
  return { issuer: issuerOf(preset, input.issuer, settings.tenant), ...settings };
}

/** The issuer of a preset with the tenant, or without a preset the given one. */
function issuerOf(
  { label, issuer: ofPreset }: Pick<OAuthPreset, 'label' | 'issuer'>,
  issuer: string | null | undefined,
  tenant: string | null,
): string {
  if (ofPreset === null) return issuer ?? '';
  if (issuer != null) throw badUserInput(`Must be omitted: that of ${label} is known.`, 'oidc', 'issuer');
  const needsTenant = ofPreset.includes('{tenant}');
  if (needsTenant && tenant === null) throw required(['oidc', 'tenant'], `Required for ${label}.`);
  if (!needsTenant && tenant !== null) throw badUserInput(`Not used by ${label}.`, 'oidc', 'tenant');
  return ofPreset.replace('{tenant}', tenant ?? '');
}

function newOAuth2Settings(preset: OAuthPreset, input: z.output<typeof createOAuth2Settings>): OAuth2Settings {
  const { endpoints, scopes, authentication, subject } = preset;
  const endpoint = (
    name: 'authorizationEndpoint' | 'tokenEndpoint' | 'userinfoEndpoint',
    ofPreset?: string,
  ): string => {
    const value = input[name] ?? ofPreset;
    if (value === undefined) throw required(['oauth2', name], 'Required without a preset.');
    return value;
  };
  return {
    authorizationEndpoint: endpoint('authorizationEndpoint', endpoints?.authorization),
    tokenEndpoint: endpoint('tokenEndpoint', endpoints?.token),
    userinfoEndpoint: endpoint('userinfoEndpoint', endpoints?.userinfo),
    emailsEndpoint: input.emailsEndpoint ?? endpoints?.emails ?? null,
    clientId: input.clientId,
    scopes: input.scopes ?? [...scopes],
    authentication: input.authentication ?? authentication,
    subjectClaim: input.subjectClaim ?? subject,
  };
}

/** The settings of an identity provider after an update. */
function updatedSettings(
  before: ProtocolSettings & { preset: ProviderPresetName },
  inputs: ChangedInputs,
  prepared: PreparedSaml,
): ProtocolSettings {
  const { protocol } = before;
  const other = otherIn(inputs, protocol);
  if (other) throw badUserInput(`The protocol of this identity provider is ${protocol} and cannot be changed.`, other);
  const { oidc, oauth2, saml } = inputs;
  if (before.protocol === 'saml')
    return { protocol: 'saml', settings: updatedSamlSettings(before.settings, saml ?? {}, prepared) };
  if (before.protocol === 'oauth2')
    return { protocol: 'oauth2', settings: { ...before.settings, ...omitUndefined(oauth2 ?? {}) } };
  const settings = { ...before.settings, ...omitUndefined(oidc ?? {}) };
  const preset = providerPresetOf(before.preset);
  const isFixed = preset.issuer !== null;
  const issuer = issuerOf(preset, isFixed ? oidc?.issuer : settings.issuer, settings.tenant);
  return { protocol: 'oidc', settings: { ...settings, issuer } };
}

/** The names of claims after a change: null reads none. */
export const updatedClaims = (before: ClaimNames, changes: ClaimNamesChanges | null | undefined): ClaimNames => ({
  ...before,
  ...omitUndefined(changes ?? {}),
});

/** Domains in the order in which they are stored, each once. */
export const sortedDomains = (domains: readonly string[]): string[] => [...new Set(domains)].sort();

type Changes = ChangedInputs & { claims?: ClaimNamesChanges | null | undefined } & {
  [Field in (typeof plainFields)[number]]?: ProviderRecord[Field] | undefined;
};

const plainFields = [
  'name',
  'addressTrust',
  'linking',
  'createsAccounts',
  'level2Values',
  'domains',
  'isRequired',
  'isShown',
] as const;

/** An identity provider after an update. */
export function updatedProvider<Provider extends ProviderRecord>(
  before: Provider,
  changes: Changes,
  prepared: PreparedSaml,
): Provider {
  const { oidc, oauth2, saml, claims, domains, ...values } = changes;
  return {
    ...before,
    ...omitUndefined(values),
    ...updatedSettings(before, { oidc, oauth2, saml }, prepared),
    claims: updatedClaims(before.claims, claims),
    ...(domains && { domains: sortedDomains(domains) }),
  };
}

/** The fields that can change, as they are in events. */
export const inEvents = (provider: ProviderRecord): Record<string, unknown> => ({
  ...Object.fromEntries(plainFields.map((name) => [name, provider[name]])),
  claims: provider.claims,
  [provider.protocol]: provider.settings,
});

/** The names of what has changed: "name", "oidc.issuer", "claims.email". */
export const changedSettings = (before: ProviderRecord, after: ProviderRecord): string[] =>
  changedNames(inEvents(before), inEvents(after));

const required = (path: string[], message: string) => invalidField({ path, code: 'REQUIRED', message });
