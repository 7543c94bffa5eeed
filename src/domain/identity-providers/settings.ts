import { z } from 'zod';
import {
  claimNamesShape,
  identityProviderShape,
  oauth2SettingsShape,
  oidcSettingsShape,
  providerPreset,
} from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { asIdOf } from '../../vocabulary/ids.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import {
  addressTrusts,
  clientAuthentications,
  linkings,
} from '../../vocabulary/identity-providers/identity-providers.ts';
import { describedLike, examples } from '../../vocabulary/shape-parts.ts';
import { maxDomains, organizationDomainSchema } from '../people/organization-domain.ts';
import { nameSchema } from '../text.ts';
import { ofOtherServices, ofPresets } from './preset-facts.ts';
import { providerUrlSchema } from './provider-url.ts';
import { attributeName, line } from './setting-texts.ts';

const requiredOfOthers = { ...ofOtherServices, isRequired: true } as const;

/** RFC 6749 §3.3. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'Must be a scope, without spaces.');
const appleId = asIdOf(
  z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{10}$/, 'Must be ten capital letters and digits.'),
);

const { shape: ofOidc } = oidcSettingsShape;
const { shape: ofOAuth2 } = oauth2SettingsShape;
const { shape: ofApple } = ofOidc.apple.unwrap();

const client = {
  clientId: describedLike(ofOidc.clientId, asIdOf(line(512))),
  scopes: describedLike(ofOidc.scopes, z.array(scope).max(50)),
  authentication: describedLike(ofOidc.authentication, z.enum(clientAuthentications)),
};

const oidc = {
  issuer: describedLike(ofOidc.issuer, providerUrlSchema).register(fieldFacts, {
    ...ofPresets(({ protocol, issuer }) => protocol === 'oidc' && issuer === null),
    isRequired: true,
  }),
  ...client,
  tenant: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, 'Must be the ID or a domain of a tenant.')
    .register(fieldFacts, {
      ...ofPresets(({ issuer }) => issuer?.includes('{tenant}') ?? false),
      isRequired: true,
      description:
        'Its ID or a domain; or organizations, consumers or common, whose email addresses never count as verified.',
    })
    .describe(
      'Tenant, for the preset `microsoft`: its ID or a domain, or `organizations`, `consumers` or `common`, whose email addresses never count as verified.',
    ),
  apple: z
    .strictObject({
      teamId: describedLike(ofApple.teamId, appleId),
      keyId: describedLike(ofApple.keyId, appleId),
    })
    .meta({ id: 'AppleKeySettingsInput', description: 'The key with which client secrets for Apple are signed.' })
    .register(fieldFacts, { ...ofPresets((_preset, name) => name === 'apple'), isRequired: true, description: '' })
    .describe('The key, for the preset `apple`.'),
};

const oauth2 = {
  authorizationEndpoint: describedLike(ofOAuth2.authorizationEndpoint, providerUrlSchema).register(fieldFacts, {
    description: '',
  }),
  tokenEndpoint: describedLike(ofOAuth2.tokenEndpoint, providerUrlSchema).register(fieldFacts, { description: '' }),
  userinfoEndpoint: describedLike(ofOAuth2.userinfoEndpoint, providerUrlSchema),
  emailsEndpoint: providerUrlSchema
    .describe('Address that returns the email addresses of a person, for the preset `github`.')
    .register(
      fieldFacts,
      ofPresets(({ endpoints }) => endpoints?.emails != null),
    ),
  ...client,
  subjectClaim: describedLike(ofOAuth2.subjectClaim, attributeName),
};

export const createOidcSettings = z
  .strictObject({
    issuer: oidc.issuer.nullish(),
    clientId: oidc.clientId,
    scopes: oidc.scopes.nullish().register(fieldFacts, ofOtherServices),
    authentication: oidc.authentication.nullish().register(fieldFacts, ofOtherServices),
    tenant: oidc.tenant.nullish(),
    apple: oidc.apple.nullish(),
  })
  .meta({ id: 'CreateOidcSettingsInput', description: 'Settings of OpenID Connect, for a new identity provider.' });

export const updateOidcSettings = z
  .strictObject({
    issuer: oidc.issuer.optional(),
    clientId: oidc.clientId.optional(),
    scopes: oidc.scopes.optional(),
    authentication: oidc.authentication.optional(),
    tenant: oidc.tenant.optional(),
    apple: oidc.apple.optional(),
  })
  .meta({ id: 'UpdateOidcSettingsInput', description: 'New values of settings. Omitted settings keep their values.' })
  .register(examples, { example: { scopes: ['openid', 'email', 'profile'] } });

export const createOAuth2Settings = z
  .strictObject({
    authorizationEndpoint: oauth2.authorizationEndpoint.nullish().register(fieldFacts, requiredOfOthers),
    tokenEndpoint: oauth2.tokenEndpoint.nullish().register(fieldFacts, requiredOfOthers),
    userinfoEndpoint: oauth2.userinfoEndpoint.nullish().register(fieldFacts, requiredOfOthers),
    emailsEndpoint: oauth2.emailsEndpoint.nullish(),
    clientId: oauth2.clientId,
    scopes: oauth2.scopes.nullish().register(fieldFacts, ofOtherServices),
    authentication: oauth2.authentication.nullish().register(fieldFacts, ofOtherServices),
    subjectClaim: oauth2.subjectClaim.nullish().register(fieldFacts, ofOtherServices),
  })
  .meta({ id: 'CreateOAuth2SettingsInput', description: 'Settings of OAuth 2.0, for a new identity provider.' });

export const updateOAuth2Settings = z
  .strictObject({
    authorizationEndpoint: oauth2.authorizationEndpoint.optional(),
    tokenEndpoint: oauth2.tokenEndpoint.optional(),
    userinfoEndpoint: oauth2.userinfoEndpoint.optional(),
    emailsEndpoint: oauth2.emailsEndpoint.optional(),
    clientId: oauth2.clientId.optional(),
    scopes: oauth2.scopes.optional(),
    authentication: oauth2.authentication.optional(),
    subjectClaim: oauth2.subjectClaim.optional(),
  })
  .meta({
    id: 'UpdateOAuth2SettingsInput',
    description: 'New values of settings. Omitted settings keep their values.',
  });

const { shape: ofClaims } = claimNamesShape;
/** Its label states what it is of. */
const claimName = (meaning: keyof typeof ofClaims) =>
  describedLike(ofClaims[meaning], attributeName.nullish()).register(fieldFacts, { description: '' });

export const claimNamesInput = z
  .strictObject({
    email: claimName('email'),
    emailVerified: claimName('emailVerified'),
    name: claimName('name'),
    givenName: claimName('givenName'),
    familyName: claimName('familyName'),
    locale: claimName('locale'),
  })
  .meta({
    id: 'ClaimNamesInput',
    description: 'The claims that are read, by their meaning. Omitted ones keep their names; null reads none.',
  });
export type ClaimNamesChanges = z.output<typeof claimNamesInput>;

const { shape: ofProvider } = identityProviderShape;
/** The other settings of an identity provider in inputs. */
export const providerSettings = {
  preset: providerPreset.describe(
    'Preset, which determines the protocol, and everything that is omitted. `oidc`, `oauth2` and `saml` are for other services.',
  ),
  name: nameSchema.describe('Name of the identity provider, which people see.'),
  addressTrust: describedLike(ofProvider.addressTrust, z.enum(addressTrusts)),
  linking: describedLike(ofProvider.linking, z.enum(linkings)),
  createsAccounts: describedLike(ofProvider.createsAccounts, z.boolean()),
  level2Values: describedLike(ofProvider.level2Values, z.array(line(256)).max(50)),
  domains: z
    .array(organizationDomainSchema)
    .max(maxDomains)
    .describe(
      'Domains of email addresses whose people are sent to it. Each belongs to one identity provider. Domains of public providers are refused.',
    ),
  isRequired: z
    .boolean()
    .describe('Whether people of its domains can only sign in with it. Administrators of the platform still can.'),
  isShown: describedLike(ofProvider.isShown, z.boolean()),
} as const;
