import {
  type ProviderPresetName,
  providerPresetOf,
} from '../../../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { Widened } from '../../../words/widened.ts';

const registrationOf = (name: ProviderPresetName) => providerPresetOf(name).registration;

export const texts = {
  choose: 'Whose accounts do people sign in with? It cannot be changed later.',
  presets: {
    google: 'Accounts of Google and Google Workspace.',
    microsoft: 'Accounts of Microsoft Entra ID: work, school and personal.',
    apple: 'Apple Accounts, also with addresses that Apple forwards.',
    github: 'Accounts of GitHub, or of your own GitHub Enterprise Server.',
    oidc: 'Any other service with a discovery document, such as Okta, Auth0 or Keycloak.',
    oauth2: 'A service without OpenID Connect, by its endpoints.',
    saml: 'The login of a company by SAML, such as Entra ID, Okta or AD FS.',
  },
  steps: 'Steps',
  register: (service: string) => `Register the platform at ${service}`,
  registerElsewhere: 'Register the platform at the service',
  how: {
    google: 'Create credentials, OAuth client ID, of the type “Web application”.',
    microsoft: 'New registration. Add the optional claims “email” and “xms_edov” to its ID token.',
    apple: 'Create a Services ID, and a key for Sign in with Apple.',
    github: 'Create an OAuth app.',
    oidc: 'As a confidential web client with the authorization code flow.',
    oauth2: 'As a confidential web client with the authorization code flow.',
    saml: 'As an application with SAML 2.0. It can read our metadata, or take its two addresses.',
  },
  open: (service: string) => `Open ${service}`,
  copy: 'Copy this address there',
  entityId: 'Entity ID, which is the address of our metadata',
  into: (field: string) => `Into: ${field}`,
  redirectUri: (name: ProviderPresetName): string => registrationOf(name).redirectUri,
  copyAddress: 'Copy the address',
  paste: 'Paste here what you get there',
  credentials: (name: ProviderPresetName): string => registrationOf(name).credentials.replaceAll('`', ''),
} as const;

export type Texts = Widened<typeof texts>;
