import { expect } from 'vitest';
import { example, type Example, type Examples, membership } from './example.ts';

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis',
  y: 'y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE',
  kid: '1',
};

export const applications: Examples = {
  createApplication: (w) => {
    const application = {
      name: 'Portal',
      description: 'A portal.',
      type: 'TRADITIONAL_WEB',
      kind: 'AGENT',
      ownerId: w.user,
      expiresAt: '2027-01-01T00:00:00.000Z',
      isThirdParty: true,
      pkceRequired: false,
      idTokenSigningAlg: 'ES256',
      grantTypes: ['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS'],
      sessionLimitSeconds: 3600,
      sessionIdleLimitSeconds: 900,
      redirectUris: ['https://portal.example/callback', 'http://localhost:3000/callback'],
      postLogoutRedirectUris: ['https://portal.example/'],
      corsOrigins: ['https://portal.example'],
      jwks: { keys: [key] },
    };
    const secret = { name: 'first', expiresAt: '2027-01-01T00:00:00.000Z' };
    const events: Example['events'] = [
      ['Application.Created', null, { application: { ...application, tokenExchangeAllowed: false } }],
      ['Application.Roles.Updated', null, { addedRoleIds: [w.role], removedRoleIds: [] }],
      ['Application.ServedResources.Updated', null, { addedApiResourceIds: [w.resource], removedApiResourceIds: [] }],
      ['Application.Secrets.Updated', null, { addedSecrets: [expect.objectContaining(secret)], revokedSecrets: [] }],
    ];
    return example(
      events,
      { ...application, roleIds: [w.role], servedResourceIds: [w.resource], secret },
      'the same events',
    );
  },
  updateApplication: (w) => {
    const application = {
      name: 'Shop 2',
      description: 'Sells.',
      kind: 'AGENT',
      ownerId: w.user,
      expiresAt: '2027-01-01T00:00:00.000Z',
      isThirdParty: true,
      pkceRequired: false,
      idTokenSigningAlg: 'ES256',
      grantTypes: ['AUTHORIZATION_CODE'],
      sessionLimitSeconds: 7200,
      sessionIdleLimitSeconds: 1800,
      redirectUris: ['https://shop.example/new'],
      postLogoutRedirectUris: ['https://shop.example/'],
      corsOrigins: ['https://shop.example'],
      jwks: { keys: [key] },
    };
    const data = { application, changed: Object.keys(application) };
    return example(
      [['Application.Data.Updated', w.application, data]],
      { applicationId: w.application, ...application },
      'nothing',
    );
  },
  deleteApplication: (w) => {
    const left = membership(w.organization, { removedApplicationIds: [w.service] });
    const gone = { application: { id: w.service } };
    const events: Example['events'] = [
      ['Organization.Membership.Updated', w.organization, left],
      ['Application.Deleted', w.service, gone],
    ];
    return example(events, { applicationId: w.service }, 'NOT_FOUND');
  },
  setApplicationSuspended: (w) => {
    const application = { isSuspended: true, suspendedAt: expect.any(String) };
    const events: Example['events'] = [['Application.SuspensionStatus.Updated', w.application, { application }]];
    return example(events, { applicationId: w.application, isSuspended: true }, 'nothing');
  },
  setApplicationTokenExchange: (w) => {
    const data = { application: { tokenExchangeAllowed: true }, changed: ['tokenExchangeAllowed'] };
    return example(
      [['Application.Data.Updated', w.application, data]],
      { applicationId: w.application, tokenExchangeAllowed: true },
      'nothing',
    );
  },
  setApplicationManagementApi: (w) => {
    const data = { application: { managementApiAllowed: false }, changed: ['managementApiAllowed'] };
    return example(
      [['Application.Data.Updated', w.backend, data]],
      { applicationId: w.backend, managementApiAllowed: false },
      'nothing',
    );
  },
  setApplicationImpersonation: (w) => {
    const data = { application: { impersonationAllowed: true }, changed: ['impersonationAllowed'] };
    return example(
      [['Application.Data.Updated', w.backend, data]],
      { applicationId: w.backend, impersonationAllowed: true },
      'nothing',
    );
  },
  setApplicationAccountApi: (w) => {
    const data = { application: { accountApiAllowed: true }, changed: ['accountApiAllowed'] };
    return example(
      [['Application.Data.Updated', w.application, data]],
      { applicationId: w.application, accountApiAllowed: true },
      'nothing',
    );
  },
  setApplicationExchangePolicy: (w) => {
    const mappings = [{ carried: 'orders:read', allows: ['reports:read'] }];
    const exchangePolicy = {
      targets: [{ apiResourceId: w.resource, scopes: ['reports:read'], mappings }],
      subjectAudience: 'SERVED',
      scopeRule: 'NEVER_WIDER',
      organizationRule: 'REQUIRED',
      maxAuthenticationAge: 3600,
      requiredAcr: 'urn:mandate:level:2',
      organizationIds: [w.organization],
    };
    const data = { application: { id: w.application }, exchangePolicy, changed: Object.keys(exchangePolicy) };
    return example(
      [['Application.ExchangePolicy.Updated', w.application, data]],
      { applicationId: w.application, ...exchangePolicy },
      'nothing',
    );
  },
  setServedResources: (w) => {
    const data = { addedApiResourceIds: [w.resource], removedApiResourceIds: [] };
    return example(
      [['Application.ServedResources.Updated', w.application, data]],
      { applicationId: w.application, apiResourceIds: [w.resource] },
      'nothing',
    );
  },
  addApplicationSecret: (w) => {
    const secret = { applicationId: w.application, name: 'second', expiresAt: '2027-01-01T00:00:00.000Z' };
    const data = {
      application: { id: w.application },
      addedSecrets: [expect.objectContaining(secret)],
      revokedSecrets: [],
    };
    const input = { applicationId: w.application, name: 'second', expiresAt: '2027-01-01T01:00:00+01:00' };
    return example([['Application.Secrets.Updated', w.application, data]], input, 'TAKEN');
  },
  replaceApplicationSecret: (w) => {
    const data = {
      application: { id: w.application },
      addedSecrets: [expect.objectContaining({ applicationId: w.application, name: 'first 2', expiresAt: null })],
      revokedSecrets: [expect.objectContaining({ id: w.secret, name: 'first' })],
    };
    const input = { applicationId: w.application, secretId: w.secret, overlapSeconds: 0 };
    return example([['Application.Secrets.Updated', w.application, data]], input, 'NOT_FOUND');
  },
  startSignInTrial: (w) =>
    example(
      [['Application.Trial.Started', w.application, { application: { id: w.application } }]],
      { applicationId: w.application, userId: w.user },
      'the same events',
    ),
  revokeApplicationSecret: (w) => {
    const data = { addedSecrets: [], revokedSecrets: [expect.objectContaining({ id: w.secret, name: 'first' })] };
    return example(
      [['Application.Secrets.Updated', w.application, data]],
      { applicationId: w.application, secretId: w.secret },
      'NOT_FOUND',
    );
  },
  assignApplicationRoles: (w) => {
    const data = { addedRoleIds: [w.otherRole], removedRoleIds: [] };
    return example(
      [['Application.Roles.Updated', w.application, data]],
      { applicationId: w.application, roleIds: [w.otherRole, w.role] },
      'nothing',
    );
  },
  replaceApplicationRoles: (w) => {
    const data = { addedRoleIds: [w.otherRole], removedRoleIds: [w.role] };
    const input = { applicationId: w.application, roleIds: [w.otherRole] };
    return example([['Application.Roles.Updated', w.application, data]], input, 'nothing');
  },
  removeApplicationRole: (w) => {
    const data = { addedRoleIds: [], removedRoleIds: [w.role] };
    return example(
      [['Application.Roles.Updated', w.application, data]],
      { applicationId: w.application, roleId: w.role },
      'NOT_FOUND',
    );
  },
};
