import { z } from 'zod';
import { providerPresetNames } from './identity-provider-presets.ts';
import {
  addressTrusts,
  clientAuthentications,
  linkings,
  providerProtocols,
  providerTestSteps,
} from './identity-providers.ts';
import { describeByKind, idOf } from '../ids.ts';
import { exampleTimes, field, linkTo, ownId, time, timestamps, typeNames, url } from '../shape-parts.ts';

/** Enums are named, because another one may have the same values. */
export const providerPreset = z.enum(providerPresetNames).register(typeNames, { typeName: 'IdentityProviderPreset' });
const providerProtocol = z.enum(providerProtocols).register(typeNames, { typeName: 'IdentityProviderProtocol' });

/** The settings that OpenID Connect and OAuth 2.0 share. */
const clientFields = {
  clientId: idOf()
    .describe('Client ID of the platform at the provider.')
    .meta({ examples: ['mandate'] }),
  scopes: z
    .array(z.string())
    .describe('Scopes that are requested.')
    .meta({ examples: [['openid', 'email', 'profile']] }),
  authentication: z.enum(clientAuthentications).describe('How the platform authenticates at the token endpoint.'),
};

export const oidcSettingsShape = z
  .strictObject({
    issuer: url.describe('Issuer, whose discovery document is read.').meta({ examples: ['https://login.example.com'] }),
    ...clientFields,
    tenant: z
      .string()
      .nullable()
      .describe('Tenant in the issuer of Microsoft; null with another preset.')
      .meta({ examples: [null] }),
    apple: z
      .strictObject({
        teamId: idOf()
          .describe('Team ID of the developer account.')
          .meta({ examples: ['A1B2C3D4E5'] }),
        keyId: idOf()
          .describe('Key ID of the private key.')
          .meta({ examples: ['F6G7H8J9K0'] }),
      })
      .meta({ id: 'AppleKeySettings', description: 'The key with which client secrets for Apple are signed.' })
      .nullable()
      .describe('The key of Apple; null with another preset.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'OidcSettings', description: 'Settings of the protocol `oidc`.' });
export type OidcSettings = z.output<typeof oidcSettingsShape>;

export const oauth2SettingsShape = z
  .strictObject({
    authorizationEndpoint: url
      .describe('Authorization endpoint (RFC 6749 §3.1).')
      .meta({ examples: ['https://login.example.com/authorize'] }),
    tokenEndpoint: url
      .describe('Token endpoint (RFC 6749 §3.2).')
      .meta({ examples: ['https://login.example.com/token'] }),
    userinfoEndpoint: url
      .describe('Address that returns the claims of a person as JSON, for an access token.')
      .meta({ examples: ['https://api.example.com/user'] }),
    emailsEndpoint: url
      .nullable()
      .describe('Address that returns the email addresses of a person in the form of GitHub; null if there is none.')
      .meta({ examples: [null] }),
    ...clientFields,
    subjectClaim: z
      .string()
      .describe('Claim that identifies a person. It must never change, nor be given to another person.')
      .meta({ examples: ['id'] }),
  })
  .meta({ id: 'OAuth2Settings', description: 'Settings of the protocol `oauth2`.' });
export type OAuth2Settings = z.output<typeof oauth2SettingsShape>;

const exampleCertificate = `-----BEGIN CERTIFICATE-----
MIIC2jCCAcKgAwIBAgIBATANBgkqhkiG9w0BAQsFADAYMRYwFAYDVQQDEw1sb2dpbi5leGFtcGxl
-----END CERTIFICATE-----
`;

const samlCertificateShape = z
  .strictObject({
    pem: field(z.string(), 'The certificate, in PEM.', exampleCertificate),
    expiresAt: field(time, 'End of its validity.', '2036-11-20T10:15:30.000Z'),
  })
  .meta({ id: 'SamlCertificate', description: 'A certificate with the key of signatures.' });
export type SamlCertificate = z.output<typeof samlCertificateShape>;

export const samlSettingsShape = z
  .strictObject({
    metadataUrl: url
      .nullable()
      .describe('Address of its metadata, which is read once a day; null if the values were pasted.')
      .meta({ examples: ['https://login.example.com/saml/metadata'] }),
    entityId: idOf()
      .describe('Entity ID of the provider.')
      .meta({ examples: ['https://login.example.com/saml'] }),
    singleSignOnUrl: url
      .describe('Address to which people go (binding HTTP-Redirect).')
      .meta({ examples: ['https://login.example.com/saml/sign-in'] }),
    certificates: z
      .array(samlCertificateShape)
      .describe('Certificates of the provider. Responses are signed with the key of any of them.'),
    signsRequests: z
      .boolean()
      .describe('Whether requests are signed, with a key of the platform for this provider alone.')
      .meta({ examples: [false] }),
    signingCertificate: samlCertificateShape
      .nullable()
      .describe('Certificate of the key that signs requests, which the provider needs; null if none are signed.')
      .meta({ examples: [null] }),
    subjectAttribute: z
      .string()
      .nullable()
      .describe(
        'Attribute that identifies a person. It must never change, nor be given to another person. Null: the persistent NameID does.',
      )
      .meta({ examples: [null] }),
  })
  .meta({ id: 'SamlSettings', description: 'Settings of the protocol `saml`.' });
export type SamlSettings = z.output<typeof samlSettingsShape>;

/** The settings that the metadata of a provider by SAML states. */
export const samlMetadataShape = samlSettingsShape
  .pick({ entityId: true, singleSignOnUrl: true, certificates: true })
  .extend({ wantsSignedRequests: z.boolean().describe('Whether the provider wants signed requests.') });
export type SamlMetadata = z.output<typeof samlMetadataShape>;

/** The key that signs requests to one provider. */
export interface SamlKey {
  /** PEM. */
  privateKey: string;
  certificate: SamlCertificate;
}

const claimName = (meaning: string, example: string) =>
  z
    .string()
    .nullable()
    .describe(`Claim with ${meaning}; null if there is none.`)
    .meta({ examples: [example] });

export const claimNamesShape = z
  .strictObject({
    email: claimName('the email address', 'email'),
    emailVerified: claimName('whether the email address is verified', 'email_verified'),
    name: claimName('the display name', 'name'),
    givenName: claimName('the given name', 'given_name'),
    familyName: claimName('the family name', 'family_name'),
    locale: claimName('the language', 'locale'),
  })
  .meta({ id: 'ClaimNames', description: 'The claims of an identity provider that are read, by their meaning.' });

export const identityProviderShape = z
  .strictObject({
    id: ownId('identityProvider'),
    name: field(z.string(), 'Display name, which people see.', 'Example login'),
    preset: field(providerPreset, 'Preset from which it was created.', 'oidc'),
    protocol: field(providerProtocol, 'Protocol.', 'oidc'),
    oidc: oidcSettingsShape.nullable().describe('Settings of OpenID Connect; null with another protocol.'),
    oauth2: field(oauth2SettingsShape.nullable(), 'Settings of OAuth 2.0; null with another protocol.', null),
    saml: field(samlSettingsShape.nullable(), 'Settings of SAML 2.0; null with another protocol.', null),
    secretNames: field(
      z.array(z.string()),
      'Names of the secrets that are set: `clientSecret` or `privateKey`. Their values are never returned.',
      ['clientSecret'],
    ),
    claims: claimNamesShape.describe('The claims that are read.'),
    addressTrust: field(z.enum(addressTrusts), 'When its email addresses count as verified.', 'claim'),
    linking: field(
      z.enum(linkings),
      'What happens to a new identity whose verified email address an account has.',
      'ask',
    ),
    createsAccounts: field(
      z.boolean(),
      'Whether people without an account get one by signing in with it, even if sign-up is closed.',
      true,
    ),
    level2Values: field(
      z.array(z.string()),
      'Values of its claims `acr` and `amr`, or of the AuthnContextClassRef of SAML, that count as a second factor.',
      ['mfa'],
    ),
    domains: field(
      z.array(z.string()),
      'Domains of email addresses whose people are sent to it. Each belongs to one provider.',
      ['example.com'],
    ),
    isRequired: field(z.boolean(), 'Whether people of its domains can only sign in with it.', false),
    isShown: field(z.boolean(), 'Whether sign-in pages have a button for it.', true),
    isEnabled: field(z.boolean(), 'Whether people can sign in with it.', true),
    lastError: field(
      z.string().nullable(),
      'Why the last sign-in with it failed at the provider, or the last reading of its metadata; null if it did not, or if the settings have changed since.',
      null,
    ),
    lastFailedAt: field(time.nullable(), 'Time of the last failure; null if there was none.', null),
    lastSucceededAt: field(
      time.nullable(),
      'Time of the last sign-in with it, accurate to a minute; null if there was none.',
      exampleTimes.now,
    ),
    ...timestamps,
  })
  .meta({
    id: 'IdentityProviderSnapshot',
    description: 'An identity provider at the time of an event, without its secrets.',
  });

export const userIdentityShape = z
  .strictObject({
    id: ownId('userIdentity'),
    userId: describeByKind(linkTo('user')),
    identityProviderId: describeByKind(linkTo('identityProvider')),
    subject: field(z.string(), 'Identifier of the user at the provider.', '248289761001'),
    name: field(z.string().nullable(), 'Name of the user at the provider; null if it has none.', 'ada-l'),
    createdAt: field(time, 'Time of the linking.', exampleTimes.before),
    lastUsedAt: field(time.nullable(), 'Time of the last sign-in with it; null before the first.', exampleTimes.now),
  })
  .meta({
    id: 'UserIdentitySnapshot',
    description: 'An account at an identity provider with which a user can sign in.',
  });

export const identityProviderOrganizationShape = z
  .strictObject({
    organizationId: describeByKind(linkTo('organization')),
    identityProviderId: linkTo('identityProvider').describe('Id of the identity provider whose people join.'),
    organizationRoleIds: z
      .array(linkTo('organizationRole', 'organizationRoles'))
      .describe('Ids of the organization roles that people get on joining.'),
    createdAt: timestamps.createdAt,
  })
  .meta({
    id: 'IdentityProviderOrganizationSnapshot',
    description: 'An identity provider whose people join an organization.',
  });

export const providerTestStepShape = z
  .strictObject({
    step: field(z.enum(providerTestSteps), 'What was tested.', 'discovery'),
    isPassed: field(z.boolean(), 'Whether it is as it has to be.', true),
    message: field(z.string(), 'What was found.', 'The discovery document was read.'),
  })
  .meta({ id: 'IdentityProviderTestStep', description: 'A step of the test of an identity provider.' });
export type ProviderTestResult = z.output<typeof providerTestStepShape>;
