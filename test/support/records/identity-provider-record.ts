import { sealJson, type SecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { providerPresetOf } from '../../../src/vocabulary/identity-providers/identity-provider-presets.ts';

/** The ids of a fixture (test/support/records.ts). */
type FixtureIds = { n: number } & Record<
  'identityProvider' | 'identity' | 'user' | 'organization' | 'organizationRole',
  string
>;

/** A disabled identity provider with a secret. */
export const identityProviderRecord = (id: string, secretBox: SecretBox) => ({
  id,
  name: 'Login',
  preset: 'oidc',
  protocol: 'oidc',
  settings: {
    issuer: 'https://login.example.com',
    clientId: 'mandate',
    scopes: ['openid', 'email', 'profile'],
    authentication: 'client_secret_basic',
    tenant: null,
    apple: null,
  },
  secretNames: ['clientSecret'],
  encryptedSecrets: sealJson(secretBox, { clientSecret: 'the secret of the client' }),
  claims: providerPresetOf('oidc').claims,
  addressTrust: 'never',
  linking: 'ask',
});

/** The identity that the user of a fixture has of its provider, whose people join the organization. */
export const identityOf = ({ n, identityProvider, identity, user }: FixtureIds) => ({
  id: identity,
  identityProviderId: identityProvider,
  userId: user,
  subject: `subject ${n}`,
  name: 'ada-l',
});

/** The role that they get. */
export const joiningRoleOf = ({ identityProvider, organization, organizationRole }: FixtureIds) => ({
  identityProviderId: identityProvider,
  organizationId: organization,
  organizationRoleId: organizationRole,
});
