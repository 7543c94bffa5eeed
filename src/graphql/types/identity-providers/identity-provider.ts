import { withProviderDomains } from '../../../store/identity-providers/parts.ts';
import {
  type ProviderPresetName,
  providerPresetNames,
  providerPresetOf,
} from '../../../vocabulary/identity-providers/identity-provider-presets.ts';
import {
  claimNamesShape,
  identityProviderShape,
  oauth2SettingsShape,
  oidcSettingsShape,
  samlSettingsShape,
} from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import type * as word from '../../../vocabulary/identity-providers/identity-providers.ts';
import { readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';

textEnum<word.ProviderProtocol>('IdentityProviderProtocol', 'Protocol of an identity provider.', {
  oidc: 'OpenID Connect: the provider publishes its endpoints and keys.',
  oauth2: 'OAuth 2.0 (RFC 6749): the claims of people are read with an access token.',
  saml: 'SAML 2.0: the provider posts signed assertions.',
});

textEnum<word.AddressTrust>('AddressTrust', 'When an email address of an identity provider counts as verified.', {
  never: 'Never: people verify it by a code.',
  claim: 'If the provider states that it is verified.',
  domains: 'If it is of one of the domains of the provider.',
});

textEnum<word.Linking>('Linking', identityProviderShape.shape.linking.description, {
  ask: 'The person signs in to the account once, and confirms that both are theirs.',
  automatic:
    'It is linked if the address is verified on both sides, the account has no permissions, and no identity of the provider was unlinked from it. Otherwise as `ask`.',
  never: 'It is refused. People link it in their account.',
});

textEnum<word.ClientAuthentication>(
  'ClientAuthentication',
  'How the platform authenticates at the token endpoint of an identity provider.',
  {
    client_secret_basic: 'With the client secret in the header `Authorization` (RFC 6749 §2.3.1).',
    client_secret_post: 'With the client secret in the body (RFC 6749 §2.3.1).',
    apple_client_secret:
      'With a client secret that is signed for each request with the private key, as Apple requires.',
  },
);

textEnum<word.ProviderTestStep>('ProviderTestStep', 'Step at which the test of an identity provider failed.', {
  connect: 'The provider cannot be reached.',
  discovery: 'The discovery document, or the metadata, is missing or not valid.',
  issuer: 'The discovery document is of another issuer, or the metadata of another entity.',
  endpoints: 'An endpoint is missing, or does not answer.',
  keys: 'The keys are missing or not valid, or all certificates have expired.',
  algorithms: 'ID tokens are signed with no algorithm that is accepted.',
});

const meaningOf = (name: ProviderPresetName): string => {
  const { label, issuer, endpoints, registration } = providerPresetOf(name);
  const address = issuer ?? endpoints?.authorization;
  return `${label}${address === undefined ? '' : `: ${address}`}. ${registration.credentials}`;
};
textEnum<ProviderPresetName>(
  'IdentityProviderPreset',
  'Services whose addresses and claims are known, and the protocols themselves.',
  Object.fromEntries(providerPresetNames.map((name) => [name, meaningOf(name)])) as Record<ProviderPresetName, string>,
);

const OidcSettings = outputTypeOf(oidcSettingsShape, 'OidcSettings', oidcSettingsShape.description);
const OAuth2Settings = outputTypeOf(oauth2SettingsShape, 'OAuth2Settings', oauth2SettingsShape.description);
const SamlSettings = outputTypeOf(samlSettingsShape, 'SamlSettings', samlSettingsShape.description);
const ClaimNames = outputTypeOf(claimNamesShape, 'ClaimNames', claimNamesShape.description);

const { oidc, oauth2, saml, claims, domains } = identityProviderShape.shape;

export const IdentityProvider = builder.prismaObject('IdentityProvider', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'A service with whose accounts people sign in. Requires the permission identity-providers:read.',
  authScopes: readableWith('identity-providers:read'),
  fields: (t) => ({
    ...exposeShape(t, identityProviderShape),
    oidc: t.field({
      type: OidcSettings,
      ...describedBy(oidc),
      select: { protocol: true, settings: true },
      resolve: ({ protocol, settings }) => (protocol === 'oidc' ? (settings as Record<string, unknown>) : null),
    }),
    oauth2: t.field({
      type: OAuth2Settings,
      ...describedBy(oauth2),
      select: { protocol: true, settings: true },
      resolve: ({ protocol, settings }) => (protocol === 'oauth2' ? (settings as Record<string, unknown>) : null),
    }),
    saml: t.field({
      type: SamlSettings,
      ...describedBy(saml),
      select: { protocol: true, settings: true },
      resolve: ({ protocol, settings }) => (protocol === 'saml' ? (settings as Record<string, unknown>) : null),
    }),
    claims: t.field({
      type: ClaimNames,
      ...describedBy(claims),
      select: { claims: true },
      resolve: (provider) => provider.claims as Record<string, unknown>,
    }),
    domains: t.stringList({
      ...describedBy(domains),
      select: withProviderDomains,
      resolve: (provider) => provider.domains.map(({ domain }) => domain),
    }),
  }),
});
