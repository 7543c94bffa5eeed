import { example, type Examples } from './example.ts';

const issuer = 'https://login.customer.example';
const oidc = { issuer, clientId: 'mandate', scopes: ['openid', 'email'], authentication: 'client_secret_post' };
const claims = { email: 'mail', emailVerified: null };
const settings = { name: 'Customer login', linking: 'automatic', addressTrust: 'domains', isRequired: true };

export const identityProviders: Examples = {
  createIdentityProvider: (w) => {
    const domains = [`customer-${w.n}.example`];
    const identityProvider = {
      ...settings,
      preset: 'oidc',
      protocol: 'oidc',
      oidc: { ...oidc, tenant: null, apple: null },
      oauth2: null,
      claims: { ...claims, name: 'name', givenName: 'given_name', familyName: 'family_name', locale: 'locale' },
      secretNames: ['clientSecret'],
      createsAccounts: true,
      domains,
      isShown: true,
      isEnabled: false,
    };
    return example(
      [['IdentityProvider.Created', null, { identityProvider }]],
      { ...settings, preset: 'oidc', oidc, claims, domains, secrets: { clientSecret: 'the secret of the client' } },
      'CONFLICT',
    );
  },
  updateIdentityProvider: (w) => {
    const domains = [`a-${w.n}.example`, `b-${w.n}.example`];
    const identityProvider = { name: 'Login 2', domains, isShown: false };
    const changed = ['name', 'domains', 'isShown', 'claims.locale', 'oidc.scopes', 'secrets'];
    return example(
      [['IdentityProvider.Data.Updated', w.identityProvider, { identityProvider, changed }]],
      {
        identityProviderId: w.identityProvider,
        name: 'Login 2',
        oidc: { scopes: ['openid'] },
        claims: { locale: null },
        secrets: { clientSecret: 'another secret of the client' },
        domains: domains.toReversed(),
        isShown: false,
      },
      'nothing',
    );
  },
  setIdentityProviderEnabled: (w) =>
    example(
      [
        [
          'IdentityProvider.Data.Updated',
          w.identityProvider,
          { identityProvider: { isEnabled: true }, changed: ['isEnabled'], previous: { isEnabled: false } },
        ],
      ],
      { identityProviderId: w.identityProvider, isEnabled: true },
      'nothing',
    ),
  testIdentityProvider: (w) =>
    example(
      [['IdentityProvider.Tested', w.identityProvider, { failure: 'connect' }]],
      { identityProviderId: w.identityProvider },
      'the same events',
    ),
  startIdentityProviderTrial: (w) =>
    example(
      [['IdentityProvider.Trial.Started', w.identityProvider, { identityProvider: { id: w.identityProvider } }]],
      { identityProviderId: w.identityProvider, userId: w.user },
      'the same events',
    ),
  deleteIdentityProvider: (w) => {
    const removedIdentityProviders = [
      {
        organizationId: w.organization,
        identityProviderId: w.identityProvider,
        organizationRoleIds: [w.organizationRole],
      },
    ];
    return example(
      [
        [
          'Organization.IdentityProviders.Updated',
          w.organization,
          { addedIdentityProviders: [], removedIdentityProviders },
        ],
        ['User.Data.Updated', w.user, { user: { id: w.user }, changed: ['identities'] }],
        ['IdentityProvider.Deleted', w.identityProvider, { identityProvider: { id: w.identityProvider } }],
      ],
      { identityProviderId: w.identityProvider },
      'NOT_FOUND',
    );
  },
  setIdentityProviderOrganization: (w) => {
    const ids = { organizationId: w.organization, identityProviderId: w.identityProvider };
    const before = { ...ids, organizationRoleIds: [w.organizationRole] };
    const after = { ...ids, organizationRoleIds: [w.otherOrganizationRole] };
    return example(
      [
        [
          'Organization.IdentityProviders.Updated',
          w.organization,
          { addedIdentityProviders: [after], removedIdentityProviders: [before] },
        ],
      ],
      after,
      'nothing',
    );
  },
  removeIdentityProviderOrganization: (w) => {
    const ids = { organizationId: w.organization, identityProviderId: w.identityProvider };
    const removedIdentityProviders = [{ ...ids, organizationRoleIds: [w.organizationRole] }];
    return example(
      [
        [
          'Organization.IdentityProviders.Updated',
          w.organization,
          { addedIdentityProviders: [], removedIdentityProviders },
        ],
      ],
      ids,
      'NOT_FOUND',
    );
  },
};
