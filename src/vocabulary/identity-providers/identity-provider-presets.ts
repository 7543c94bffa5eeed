import type { AddressTrust, ClientAuthentication, ResponseMode, VerifiedAddressRule } from './identity-providers.ts';
import { providerLabels } from './provider-labels.ts';

/** The meanings of the claims of a person. */
type ClaimMeaning = 'email' | 'emailVerified' | 'name' | 'givenName' | 'familyName' | 'locale';
/** Names of claims of a provider; null if it has none. */
export type ClaimNames = Record<ClaimMeaning, string | null>;

interface CommonPreset {
  /** Name of the service, or of the protocol. */
  label: string;
  /** Of OpenID Connect; `{tenant}` is that of the customer. Null: it must be given. */
  issuer: string | null;
  /** Of OAuth 2.0. Null: they must be given. */
  endpoints: { authorization: string; token: string; userinfo: string; emails: string | null } | null;
  claims: ClaimNames;
  verifiedAddress: VerifiedAddressRule;
  responseMode: ResponseMode;
  addressTrust: AddressTrust;
  /**
   * The page on which administrators register the platform, the field for the address to return to, and the values to
   * copy.
   */
  registration: { url: string | null; redirectUri: string; credentials: string };
}

export interface OAuthPreset extends CommonPreset {
  protocol: 'oidc' | 'oauth2';
  scopes: readonly string[];
  authentication: ClientAuthentication;
  /** The claim that identifies a person, which never changes and is never given to another one. */
  subject: string;
}

interface SamlPreset extends CommonPreset {
  protocol: 'saml';
}

type ProviderPreset = OAuthPreset | SamlPreset;

/** The standard claims (OpenID Connect Core §5.1). */
const standardClaims = {
  email: 'email',
  emailVerified: 'email_verified',
  name: 'name',
  givenName: 'given_name',
  familyName: 'family_name',
  locale: 'locale',
} as const satisfies ClaimNames;

/** Attributes of SAML as Microsoft Entra ID and AD FS name them; elsewhere administrators choose the names. */
const attributesOfMicrosoft = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  emailVerified: null,
  name: 'http://schemas.microsoft.com/identity/claims/displayname',
  givenName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  familyName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  locale: null,
} as const satisfies ClaimNames;

const ofOpenId = {
  protocol: 'oidc',
  endpoints: null,
  scopes: ['openid', 'email', 'profile'],
  authentication: 'client_secret_basic',
  subject: 'sub',
  claims: standardClaims,
  verifiedAddress: 'claim-true',
  responseMode: 'query',
} as const;

/** Services whose addresses and claims are known, and the protocols themselves. */
const providerPresets = {
  google: {
    ...ofOpenId,
    label: providerLabels.google,
    issuer: 'https://accounts.google.com',
    authentication: 'client_secret_post',
    addressTrust: 'claim',
    registration: {
      url: 'https://console.cloud.google.com/apis/credentials',
      redirectUri: 'Authorized redirect URIs',
      credentials: 'Client ID and client secret of an OAuth client ID of the type "Web application".',
    },
  },
  microsoft: {
    ...ofOpenId,
    label: providerLabels.microsoft,
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    authentication: 'client_secret_post',
    claims: { ...standardClaims, emailVerified: 'xms_edov', locale: null },
    verifiedAddress: 'xms-edov',
    addressTrust: 'claim',
    registration: {
      url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps',
      redirectUri: 'Redirect URI, platform "Web"',
      credentials:
        'Directory (tenant) ID, application (client) ID and the value of a client secret. Add the optional claims `email` and `xms_edov` to the ID token.',
    },
  },
  apple: {
    ...ofOpenId,
    label: providerLabels.apple,
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'name', 'email'],
    authentication: 'apple_client_secret',
    claims: { ...standardClaims, locale: null },
    verifiedAddress: 'claim-true-or-text',
    responseMode: 'form_post',
    addressTrust: 'claim',
    registration: {
      url: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
      redirectUri: 'Return URLs of the Services ID',
      credentials: 'Services ID as client ID, team ID, and key ID and file (.p8) of a key for Sign in with Apple.',
    },
  },
  github: {
    label: providerLabels.github,
    protocol: 'oauth2',
    issuer: null,
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userinfo: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
    scopes: ['read:user', 'user:email'],
    authentication: 'client_secret_post',
    subject: 'id',
    claims: { email: 'email', emailVerified: null, name: 'name', givenName: null, familyName: null, locale: null },
    verifiedAddress: 'primary-of-emails',
    responseMode: 'query',
    addressTrust: 'claim',
    registration: {
      url: 'https://github.com/settings/developers',
      redirectUri: 'Authorization callback URL',
      credentials: 'Client ID and client secret of an OAuth app.',
    },
  },
  oidc: {
    ...ofOpenId,
    label: providerLabels.oidc,
    issuer: null,
    addressTrust: 'never',
    registration: {
      url: null,
      redirectUri: 'Redirect URI of a confidential web client with the authorization code flow',
      credentials: 'Issuer, client ID and client secret.',
    },
  },
  oauth2: {
    ...ofOpenId,
    protocol: 'oauth2',
    label: providerLabels.oauth2,
    issuer: null,
    scopes: [],
    addressTrust: 'never',
    registration: {
      url: null,
      redirectUri: 'Redirect URI of a confidential web client with the authorization code flow',
      credentials: 'Authorization, token and user info endpoints, client ID and client secret.',
    },
  },
  saml: {
    label: providerLabels.saml,
    protocol: 'saml',
    issuer: null,
    endpoints: null,
    claims: attributesOfMicrosoft,
    // Attributes are texts.
    verifiedAddress: 'claim-true-or-text',
    responseMode: 'form_post',
    addressTrust: 'never',
    registration: {
      url: null,
      redirectUri: 'Assertion consumer service (ACS) URL, reply URL or single sign-on URL',
      credentials: 'Address of the metadata, or the metadata itself.',
    },
  },
} as const satisfies Record<string, ProviderPreset>;

/** The path to which an identity provider sends people back, below PUBLIC_URL. */
export const providerReturnPath = (identityProviderId: string): string => `/sign-in/return/${identityProviderId}`;

/** The page on which a trial sign-in starts and ends, below PUBLIC_URL. */
export const trialPath = (trialId: string): string => `/sign-in/trials/${trialId}`;

/** The metadata of the platform for an identity provider by SAML, below PUBLIC_URL. Its address is the entity ID. */
export const samlMetadataPath = (identityProviderId: string): string => `/saml/${identityProviderId}/metadata`;

export type ProviderPresetName = keyof typeof providerPresets;
export const providerPresetNames = Object.keys(providerPresets) as ProviderPresetName[];

export const providerPresetOf = (name: ProviderPresetName): ProviderPreset => providerPresets[name];
