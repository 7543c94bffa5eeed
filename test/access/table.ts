import type { Permission } from '../../src/vocabulary/permissions.ts';

/**
 * The permissions of every operation, field, list and route, typed by hand. The tests of this folder compare it with
 * the schema, the registry and the routes, and try every row as every kind of caller. A missing row fails.
 */
export type Where =
  /** The permissions must be held everywhere. */
  | 'everywhere'
  /** The permissions may be held in the organization of the record. */
  | 'in its organization'
  /** The permissions may be held in any organization: the result is the same for all. */
  | 'in any organization';

/** Operations of a user with any permission, on what belongs to the user: the route below /api, and an input. */
export const ownOperations: Record<string, [route: string, input: Record<string, unknown>]> = {
  updateMyPreferences: ['PATCH /me/preferences', { document: { density: 'compact' } }],
};

/** Every other operation: its permissions, where they must be held, and its route below /api. */
export const operations: Record<string, [permission: Permission, where: Where, route: string]> = {
  createUser: ['users:write', 'everywhere', 'POST /users'],
  updateUser: ['users:write', 'everywhere', 'PATCH /users/:userId'],
  updateUserCustomData: ['users:write', 'everywhere', 'PATCH /users/:userId/custom-data'],
  updateUserProfile: ['users:write', 'everywhere', 'PATCH /users/:userId/profile'],
  setUserPassword: ['users:write', 'everywhere', 'PATCH /users/:userId/password'],
  setUserSuspended: ['users:write', 'everywhere', 'PATCH /users/:userId/is-suspended'],
  removeUserFactors: ['users:write', 'everywhere', 'POST /users/:userId/factors/remove'],
  unlinkUserIdentity: ['users:write', 'everywhere', 'DELETE /users/:userId/identities/:identityId'],
  requireUserReset: ['users:write', 'everywhere', 'POST /users/:userId/password/require-reset'],
  unlockUser: ['users:write', 'everywhere', 'POST /users/:userId/unlock'],
  endUserSession: ['users:write', 'everywhere', 'DELETE /users/:userId/sessions/:sessionId'],
  endUserSessions: ['users:write', 'everywhere', 'DELETE /users/:userId/sessions'],
  deleteUser: ['users:write', 'everywhere', 'DELETE /users/:userId'],
  assignUserRoles: ['users:write', 'everywhere', 'POST /users/:userId/roles'],
  replaceUserRoles: ['users:write', 'everywhere', 'PUT /users/:userId/roles'],
  removeUserRole: ['users:write', 'everywhere', 'DELETE /users/:userId/roles/:roleId'],

  createRole: ['roles:write', 'everywhere', 'POST /roles'],
  updateRole: ['roles:write', 'everywhere', 'PATCH /roles/:roleId'],
  deleteRole: ['roles:write', 'everywhere', 'DELETE /roles/:roleId'],
  addRoleScopes: ['roles:write', 'everywhere', 'POST /roles/:roleId/scopes'],
  replaceRoleScopes: ['roles:write', 'everywhere', 'PUT /roles/:roleId/scopes'],
  removeRoleScope: ['roles:write', 'everywhere', 'DELETE /roles/:roleId/scopes/:scopeId'],

  createApiResource: ['resources:write', 'everywhere', 'POST /resources'],
  updateApiResource: ['resources:write', 'everywhere', 'PATCH /resources/:apiResourceId'],
  deleteApiResource: ['resources:write', 'everywhere', 'DELETE /resources/:apiResourceId'],
  createScope: ['resources:write', 'everywhere', 'POST /resources/:apiResourceId/scopes'],
  updateScope: ['resources:write', 'everywhere', 'PATCH /resources/:apiResourceId/scopes/:scopeId'],
  deleteScope: ['resources:write', 'everywhere', 'DELETE /resources/:apiResourceId/scopes/:scopeId'],

  createApplication: ['applications:write', 'everywhere', 'POST /applications'],
  updateApplication: ['applications:write', 'everywhere', 'PATCH /applications/:applicationId'],
  setApplicationSuspended: ['applications:write', 'everywhere', 'PATCH /applications/:applicationId/is-suspended'],
  setApplicationTokenExchange: [
    'applications:write',
    'everywhere',
    'PATCH /applications/:applicationId/token-exchange',
  ],
  setApplicationManagementApi: [
    'applications:write',
    'everywhere',
    'PATCH /applications/:applicationId/management-api',
  ],
  setApplicationAccountApi: ['applications:write', 'everywhere', 'PATCH /applications/:applicationId/account-api'],
  deleteApplication: ['applications:write', 'everywhere', 'DELETE /applications/:applicationId'],
  addApplicationSecret: ['applications:write', 'everywhere', 'POST /applications/:applicationId/secrets'],
  replaceApplicationSecret: [
    'applications:write',
    'everywhere',
    'POST /applications/:applicationId/secrets/:secretId/replace',
  ],
  startSignInTrial: ['applications:write', 'everywhere', 'POST /applications/:applicationId/trials'],
  revokeApplicationSecret: [
    'applications:write',
    'everywhere',
    'DELETE /applications/:applicationId/secrets/:secretId',
  ],
  assignApplicationRoles: ['applications:write', 'everywhere', 'POST /applications/:applicationId/roles'],
  replaceApplicationRoles: ['applications:write', 'everywhere', 'PUT /applications/:applicationId/roles'],
  removeApplicationRole: ['applications:write', 'everywhere', 'DELETE /applications/:applicationId/roles/:roleId'],

  createOrganization: ['organizations:write', 'everywhere', 'POST /organizations'],
  updateOrganization: ['organizations:write', 'in its organization', 'PATCH /organizations/:organizationId'],
  deleteOrganization: ['organizations:write', 'everywhere', 'DELETE /organizations/:organizationId'],
  addOrganizationMembers: ['organizations:write', 'everywhere', 'POST /organizations/:organizationId/users'],
  replaceOrganizationMembers: ['organizations:write', 'everywhere', 'PUT /organizations/:organizationId/users'],
  setOrganizationMember: ['organizations:write', 'everywhere', 'PUT /organizations/:organizationId/users/:userId'],
  removeOrganizationMember: [
    'organizations:write',
    'in its organization',
    'DELETE /organizations/:organizationId/users/:userId',
  ],
  setOrganizationMemberRoles: [
    'organizations:write',
    'in its organization',
    'PUT /organizations/:organizationId/users/:userId/roles',
  ],
  addOrganizationApplications: [
    'organizations:write',
    'everywhere',
    'POST /organizations/:organizationId/applications',
  ],
  replaceOrganizationApplications: [
    'organizations:write',
    'everywhere',
    'PUT /organizations/:organizationId/applications',
  ],
  removeOrganizationApplication: [
    'organizations:write',
    'in its organization',
    'DELETE /organizations/:organizationId/applications/:applicationId',
  ],
  setOrganizationApplicationRoles: [
    'organizations:write',
    'in its organization',
    'PUT /organizations/:organizationId/applications/:applicationId/roles',
  ],

  setOrganizationDomain: ['organizations:write', 'everywhere', 'PUT /organizations/:organizationId/domains/:domain'],
  removeOrganizationDomain: [
    'organizations:write',
    'in its organization',
    'DELETE /organizations/:organizationId/domains/:domain',
  ],

  createOrganizationInvitation: ['organizations:write', 'in its organization', 'POST /organization-invitations'],
  resendOrganizationInvitation: [
    'organizations:write',
    'in its organization',
    'POST /organization-invitations/:organizationInvitationId/resend',
  ],
  setOrganizationInvitationStatus: [
    'organizations:write',
    'in its organization',
    'PUT /organization-invitations/:organizationInvitationId/status',
  ],
  deleteOrganizationInvitation: [
    'organizations:write',
    'in its organization',
    'DELETE /organization-invitations/:organizationInvitationId',
  ],

  createOrganizationRole: ['organization-roles:write', 'everywhere', 'POST /organization-roles'],
  updateOrganizationRole: ['organization-roles:write', 'everywhere', 'PATCH /organization-roles/:organizationRoleId'],
  deleteOrganizationRole: ['organization-roles:write', 'everywhere', 'DELETE /organization-roles/:organizationRoleId'],
  addOrganizationRoleScopes: [
    'organization-roles:write',
    'everywhere',
    'POST /organization-roles/:organizationRoleId/scopes',
  ],
  replaceOrganizationRoleScopes: [
    'organization-roles:write',
    'everywhere',
    'PUT /organization-roles/:organizationRoleId/scopes',
  ],
  removeOrganizationRoleScope: [
    'organization-roles:write',
    'everywhere',
    'DELETE /organization-roles/:organizationRoleId/scopes/:organizationScopeId',
  ],
  addOrganizationRoleApiScopes: [
    'organization-roles:write',
    'everywhere',
    'POST /organization-roles/:organizationRoleId/api-scopes',
  ],
  replaceOrganizationRoleApiScopes: [
    'organization-roles:write',
    'everywhere',
    'PUT /organization-roles/:organizationRoleId/api-scopes',
  ],
  removeOrganizationRoleApiScope: [
    'organization-roles:write',
    'everywhere',
    'DELETE /organization-roles/:organizationRoleId/api-scopes/:scopeId',
  ],
  createOrganizationScope: ['organization-roles:write', 'everywhere', 'POST /organization-scopes'],
  updateOrganizationScope: [
    'organization-roles:write',
    'everywhere',
    'PATCH /organization-scopes/:organizationScopeId',
  ],
  deleteOrganizationScope: [
    'organization-roles:write',
    'everywhere',
    'DELETE /organization-scopes/:organizationScopeId',
  ],

  createConnector: ['connectors:write', 'everywhere', 'POST /connectors'],
  updateConnector: ['connectors:write', 'everywhere', 'PATCH /connectors/:connectorId'],
  setConnectorEnabled: ['connectors:write', 'everywhere', 'PATCH /connectors/:connectorId/is-enabled'],
  testConnector: ['connectors:write', 'everywhere', 'POST /connectors/:connectorId/test'],
  deleteConnector: ['connectors:write', 'everywhere', 'DELETE /connectors/:connectorId'],

  createIdentityProvider: ['identity-providers:write', 'everywhere', 'POST /identity-providers'],
  updateIdentityProvider: ['identity-providers:write', 'everywhere', 'PATCH /identity-providers/:identityProviderId'],
  setIdentityProviderEnabled: [
    'identity-providers:write',
    'everywhere',
    'PATCH /identity-providers/:identityProviderId/is-enabled',
  ],
  testIdentityProvider: ['identity-providers:write', 'everywhere', 'POST /identity-providers/:identityProviderId/test'],
  startIdentityProviderTrial: [
    'identity-providers:write',
    'everywhere',
    'POST /identity-providers/:identityProviderId/trials',
  ],
  deleteIdentityProvider: ['identity-providers:write', 'everywhere', 'DELETE /identity-providers/:identityProviderId'],
  setIdentityProviderOrganization: [
    'identity-providers:write',
    'everywhere',
    'PUT /organizations/:organizationId/identity-providers/:identityProviderId',
  ],
  removeIdentityProviderOrganization: [
    'identity-providers:write',
    'everywhere',
    'DELETE /organizations/:organizationId/identity-providers/:identityProviderId',
  ],

  updateSignInExperience: ['sign-in:write', 'everywhere', 'PATCH /sign-in-experiences/:signInExperienceId'],
  createOneTimeToken: ['users:write', 'everywhere', 'POST /one-time-tokens'],
  startJob: ['users:write', 'everywhere', 'POST /jobs'],
  cancelJob: ['users:write', 'everywhere', 'POST /jobs/:jobId/cancel'],
  revokeOneTimeToken: ['users:write', 'everywhere', 'POST /one-time-tokens/:oneTimeTokenId/revoke'],

  createWebhook: ['webhooks:write', 'everywhere', 'POST /webhooks'],
  updateWebhook: ['webhooks:write', 'everywhere', 'PATCH /webhooks/:webhookId'],
  setWebhookEnabled: ['webhooks:write', 'everywhere', 'PATCH /webhooks/:webhookId/is-enabled'],
  rotateWebhookSecret: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/secret/rotate'],
  deleteWebhook: ['webhooks:write', 'everywhere', 'DELETE /webhooks/:webhookId'],
  redeliverDelivery: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/deliveries/:deliveryId/redeliver'],
  redeliverFailedSince: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/redeliver-failed'],
  redeliverMissingSince: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/redeliver-missing'],
  testWebhook: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/test'],
  backfillWebhook: ['webhooks:write', 'everywhere', 'POST /webhooks/:webhookId/backfill'],

  rotateSigningKeys: ['signing-keys:write', 'everywhere', 'POST /signing-keys'],
  retireSigningKey: ['signing-keys:write', 'everywhere', 'POST /signing-keys/:signingKeyId/retire'],
};

/** Operations that require a recent sign-in of a user: always, or if one of these fields is given. */
export const recentSignIn: Record<string, true | string[]> = {
  deleteUser: true,
  deleteRole: true,
  deleteApiResource: true,
  deleteScope: true,
  deleteApplication: true,
  deleteOrganization: true,
  deleteOrganizationInvitation: true,
  deleteOrganizationRole: true,
  deleteOrganizationScope: true,
  deleteConnector: true,
  createIdentityProvider: true,
  updateIdentityProvider: true,
  setIdentityProviderEnabled: true,
  testIdentityProvider: true,
  startIdentityProviderTrial: true,
  deleteIdentityProvider: true,
  setIdentityProviderOrganization: true,
  removeIdentityProviderOrganization: true,
  unlinkUserIdentity: true,
  deleteWebhook: true,
  createApplication: true,
  addApplicationSecret: true,
  replaceApplicationSecret: true,
  revokeApplicationSecret: true,
  updateApplication: ['redirectUris', 'corsOrigins', 'jwks', 'isThirdParty'],
  setApplicationAccountApi: true,
  setUserPassword: true,
  removeUserFactors: true,
  createOneTimeToken: true,
  updateSignInExperience: true,
  rotateSigningKeys: true,
  retireSigningKey: true,
  createWebhook: true,
  rotateWebhookSecret: true,
  updateWebhook: ['url', 'headers'],
  createConnector: true,
  updateConnector: ['smtp', 'http', 'secrets'],
};

/** Every bulk operation: its single operation, whose row applies, and its route. */
export const bulkOperations: Record<string, [operation: string, route: string]> = {
  createUsers: ['createUser', 'POST /bulk/create-users'],
  setUsersSuspended: ['setUserSuspended', 'POST /bulk/set-users-suspended'],
  deleteUsers: ['deleteUser', 'POST /bulk/delete-users'],
  setOrganizationMembers: ['setOrganizationMember', 'POST /bulk/set-organization-members'],
  assignUsersRoles: ['assignUserRoles', 'POST /bulk/assign-users-roles'],
  removeUsersRole: ['removeUserRole', 'POST /bulk/remove-users-role'],
  endUsersSessions: ['endUserSessions', 'POST /bulk/end-users-sessions'],
  removeOrganizationMembers: ['removeOrganizationMember', 'POST /bulk/remove-organization-members'],
  setOrganizationInvitationsStatus: [
    'setOrganizationInvitationStatus',
    'POST /bulk/set-organization-invitations-status',
  ],
  redeliverDeliveries: ['redeliverDelivery', 'POST /bulk/redeliver-deliveries'],
};

/** Hand-written routes. */
export const otherRoutes: Record<string, Permission[]> = {
  'POST /users/import': ['users:write'],
  'GET /sign-in/explanation': ['users:read', 'sign-in:read', 'applications:read'],
  'GET /identity-providers/:identityProviderId/trials/:trialId': ['identity-providers:read'],
  'GET /applications/:applicationId/trials/:trialId': ['applications:read'],
  'GET /webhooks/:webhookId/figures': ['webhooks:read'],
  'GET /webhooks/:webhookId/deliveries/:deliveryId/body': ['webhooks:read', 'events:read'],
  'GET /events/:eventId/holders': ['events:read'],
  'GET /token-exchange/totals': ['applications:read', 'resources:read'],
  'GET /token-exchange/explanation': ['applications:read', 'users:read', 'roles:read', 'resources:read'],
};

/** Public routes: the OpenAPI document and the API reference page. */
export const openRoutes = ['GET /openapi.json', 'GET /docs'];

/** Routes that require a token only: records of a search require the permission of their kind, each figure its own. */
export const tokenRoutes = ['GET /search?text=xx', 'GET /figures?since=2026-01-01T00:00:00Z', 'GET /me/preferences'];

export type Read = [where: Where, ...permissions: Permission[]];

/** Every field of Query except those of the next list, and its permissions. */
export const queries: Record<string, Read> = {
  user: ['in its organization', 'users:read'],
  users: ['in its organization', 'users:read'],
  factor: ['everywhere', 'users:read'],
  device: ['everywhere', 'users:read'],
  signInAttempt: ['everywhere', 'users:read'],
  signInAttempts: ['everywhere', 'users:read'],
  message: ['everywhere', 'users:read'],
  messages: ['everywhere', 'users:read'],
  job: ['everywhere', 'users:read'],
  jobs: ['everywhere', 'users:read'],
  oneTimeToken: ['everywhere', 'users:read'],
  oneTimeTokens: ['everywhere', 'users:read'],
  role: ['everywhere', 'roles:read'],
  roles: ['everywhere', 'roles:read'],
  apiResource: ['everywhere', 'resources:read'],
  apiResources: ['everywhere', 'resources:read'],
  scope: ['everywhere', 'resources:read'],
  scopes: ['everywhere', 'resources:read'],
  application: ['in its organization', 'applications:read'],
  applications: ['in its organization', 'applications:read'],
  applicationSecret: ['everywhere', 'applications:read'],
  organization: ['in its organization', 'organizations:read'],
  organizations: ['in its organization', 'organizations:read'],
  organizationMember: ['in its organization', 'organizations:read'],
  organizationApplication: ['in its organization', 'organizations:read'],
  organizationMembers: ['in its organization', 'organizations:read'],
  organizationDomains: ['in its organization', 'organizations:read'],
  organizationApplications: ['in its organization', 'organizations:read'],
  organizationInvitation: ['in its organization', 'organizations:read'],
  organizationInvitations: ['in its organization', 'organizations:read'],
  organizationRole: ['in any organization', 'organization-roles:read'],
  organizationRoles: ['in any organization', 'organization-roles:read'],
  organizationScope: ['in any organization', 'organization-roles:read'],
  organizationScopes: ['in any organization', 'organization-roles:read'],
  event: ['in its organization', 'events:read'],
  exchange: ['in its organization', 'exchanges:read'],
  exchanges: ['in its organization', 'exchanges:read'],
  exchangeLedger: ['in any organization', 'exchanges:read'],
  events: ['in its organization', 'events:read'],
  signingKey: ['everywhere', 'signing-keys:read'],
  signingKeys: ['everywhere', 'signing-keys:read'],
  connector: ['everywhere', 'connectors:read'],
  connectors: ['everywhere', 'connectors:read'],
  identityProvider: ['everywhere', 'identity-providers:read'],
  identityProviders: ['everywhere', 'identity-providers:read'],
  identityProviderTrial: ['everywhere', 'identity-providers:read'],
  signInTrial: ['everywhere', 'applications:read'],
  identityProviderOrganizations: ['in its organization', 'organizations:read'],
  userIdentity: ['everywhere', 'users:read'],
  signInExperience: ['everywhere', 'sign-in:read'],
  signInExperiences: ['everywhere', 'sign-in:read'],
  webhook: ['everywhere', 'webhooks:read'],
  webhooks: ['everywhere', 'webhooks:read'],
  webhookDelivery: ['everywhere', 'webhooks:read'],
  webhookDeliveries: ['everywhere', 'webhooks:read'],
  explainSignIn: ['everywhere', 'users:read', 'sign-in:read', 'applications:read'],
  tokenExchangeTotals: ['everywhere', 'applications:read', 'resources:read'],
  explainTokenExchange: ['everywhere', 'applications:read', 'users:read', 'roles:read', 'resources:read'],
};

/** Fields that require a token only. Records of `node`, `nodes` and `search` require the permission of their kind. */
export const openQueries = [
  'viewer',
  'platform',
  'node',
  'nodes',
  'search',
  'figures',
  'eventTypes',
  'operations',
  'fieldPermissions',
];

/** Subscriptions that require a token only: they send what the caller may do. */
export const openSubscriptions = ['viewer'];

/** Every other subscription and its permissions. */
export const subscriptions: Record<string, Read> = {
  events: ['in its organization', 'events:read'],
  userChanged: ['in its organization', 'events:read'],
  organizationChanged: ['in its organization', 'events:read'],
  webhookDeliveries: ['everywhere', 'webhooks:read'],
};

/** Every GET below /api and its permissions. */
export const routes: Record<string, Read> = {
  'GET /users': ['in its organization', 'users:read'],
  'GET /export/users': ['in its organization', 'users:read'],
  'GET /export/sign-in-attempts': ['everywhere', 'users:read'],
  'GET /export/messages': ['everywhere', 'users:read'],
  'GET /export/roles/:roleId/users': ['everywhere', 'roles:read', 'users:read'],
  'GET /export/applications': ['in its organization', 'applications:read'],
  'GET /export/organizations': ['in its organization', 'organizations:read'],
  'GET /export/organizations/:organizationId/users': ['in its organization', 'organizations:read'],
  'GET /export/organization-invitations': ['in its organization', 'organizations:read'],
  'GET /export/events': ['in its organization', 'events:read'],
  'GET /export/webhooks/:webhookId/deliveries': ['everywhere', 'webhooks:read'],
  'GET /export/roles': ['everywhere', 'roles:read'],
  'GET /export/resources': ['everywhere', 'resources:read'],
  'GET /export/organization-roles': ['in any organization', 'organization-roles:read'],
  'GET /export/organization-scopes': ['in any organization', 'organization-roles:read'],
  'GET /export/connectors': ['everywhere', 'connectors:read'],
  'GET /export/identity-providers': ['everywhere', 'identity-providers:read'],
  'GET /export/identity-providers/:identityProviderId/identities': [
    'everywhere',
    'identity-providers:read',
    'users:read',
  ],
  'GET /export/jobs': ['everywhere', 'users:read'],
  'GET /export/webhooks': ['everywhere', 'webhooks:read'],
  'GET /users/:userId': ['in its organization', 'users:read'],
  'GET /users/:userId/roles': ['everywhere', 'users:read', 'roles:read'],
  'GET /users/:userId/organizations': ['in its organization', 'users:read', 'organizations:read'],
  'GET /users/:userId/factors': ['everywhere', 'users:read'],
  'GET /users/:userId/factors/:factorId': ['everywhere', 'users:read'],
  'GET /users/:userId/sessions': ['everywhere', 'users:read'],
  'GET /users/:userId/consents': ['everywhere', 'users:read'],
  'GET /users/:userId/locks': ['everywhere', 'users:read'],
  'GET /users/:userId/devices': ['everywhere', 'users:read'],
  'GET /users/:userId/devices/:deviceId': ['everywhere', 'users:read'],
  'GET /users/:userId/identities': ['everywhere', 'users:read'],
  'GET /users/:userId/identities/:identityId': ['everywhere', 'users:read'],
  'GET /sign-in-attempts': ['everywhere', 'users:read'],
  'GET /sign-in-attempts/:signInAttemptId': ['everywhere', 'users:read'],
  'GET /messages': ['everywhere', 'users:read'],
  'GET /messages/:messageId': ['everywhere', 'users:read'],
  'GET /roles': ['everywhere', 'roles:read'],
  'GET /roles/:roleId': ['everywhere', 'roles:read'],
  'GET /roles/:roleId/scopes': ['everywhere', 'roles:read', 'resources:read'],
  'GET /roles/:roleId/users': ['everywhere', 'roles:read', 'users:read'],
  'GET /roles/:roleId/applications': ['everywhere', 'roles:read', 'applications:read'],
  'GET /resources': ['everywhere', 'resources:read'],
  'GET /resources/:apiResourceId': ['everywhere', 'resources:read'],
  'GET /resources/:apiResourceId/scopes': ['everywhere', 'resources:read'],
  'GET /resources/:apiResourceId/scopes/:scopeId': ['everywhere', 'resources:read'],
  'GET /applications': ['in its organization', 'applications:read'],
  'GET /applications/:applicationId': ['in its organization', 'applications:read'],
  'GET /applications/:applicationId/secrets': ['everywhere', 'applications:read'],
  'GET /applications/:applicationId/secrets/:secretId': ['everywhere', 'applications:read'],
  'GET /applications/:applicationId/roles': ['everywhere', 'applications:read', 'roles:read'],
  'GET /applications/:applicationId/organizations': ['in its organization', 'applications:read', 'organizations:read'],
  'GET /organizations': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/users': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/users/:userId': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/users/:userId/roles': [
    'in its organization',
    'organizations:read',
    'organization-roles:read',
  ],
  'GET /organizations/:organizationId/applications': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/applications/:applicationId': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/applications/:applicationId/roles': [
    'in its organization',
    'organizations:read',
    'organization-roles:read',
  ],
  'GET /organizations/:organizationId/domains': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/domains/:domain': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/identity-providers': ['in its organization', 'organizations:read'],
  'GET /organizations/:organizationId/identity-providers/:identityProviderId': [
    'in its organization',
    'organizations:read',
  ],
  'GET /organizations/:organizationId/invitations': ['in its organization', 'organizations:read'],
  'GET /organization-roles': ['in any organization', 'organization-roles:read'],
  'GET /organization-roles/:organizationRoleId': ['in any organization', 'organization-roles:read'],
  'GET /organization-roles/:organizationRoleId/scopes': ['in any organization', 'organization-roles:read'],
  'GET /organization-roles/:organizationRoleId/api-scopes': ['everywhere', 'organization-roles:read', 'resources:read'],
  'GET /organization-scopes': ['in any organization', 'organization-roles:read'],
  'GET /organization-scopes/:organizationScopeId': ['in any organization', 'organization-roles:read'],
  'GET /organization-invitations': ['in its organization', 'organizations:read'],
  'GET /organization-invitations/:organizationInvitationId': ['in its organization', 'organizations:read'],
  'GET /events': ['in its organization', 'events:read'],
  'GET /events/:eventId': ['in its organization', 'events:read'],
  'GET /exchanges': ['in its organization', 'exchanges:read'],
  'GET /exchanges/:exchangeId': ['in its organization', 'exchanges:read'],
  'GET /exchange-ledger': ['in any organization', 'exchanges:read'],
  'GET /users/:userId/acted-for': ['in its organization', 'exchanges:read', 'users:read'],
  'GET /signing-keys': ['everywhere', 'signing-keys:read'],
  'GET /signing-keys/:signingKeyId': ['everywhere', 'signing-keys:read'],
  'GET /jobs': ['everywhere', 'users:read'],
  'GET /jobs/:jobId': ['everywhere', 'users:read'],
  'GET /one-time-tokens': ['everywhere', 'users:read'],
  'GET /one-time-tokens/:oneTimeTokenId': ['everywhere', 'users:read'],
  'GET /connectors': ['everywhere', 'connectors:read'],
  'GET /connectors/:connectorId': ['everywhere', 'connectors:read'],
  'GET /identity-providers': ['everywhere', 'identity-providers:read'],
  'GET /identity-providers/:identityProviderId': ['everywhere', 'identity-providers:read'],
  'GET /identity-providers/:identityProviderId/identities': ['everywhere', 'identity-providers:read', 'users:read'],
  'GET /identity-providers/:identityProviderId/organizations': [
    'everywhere',
    'identity-providers:read',
    'organizations:read',
  ],
  'GET /sign-in-experiences': ['everywhere', 'sign-in:read'],
  'GET /sign-in-experiences/:signInExperienceId': ['everywhere', 'sign-in:read'],
  'GET /webhooks': ['everywhere', 'webhooks:read'],
  'GET /webhooks/:webhookId': ['everywhere', 'webhooks:read'],
  'GET /webhooks/:webhookId/deliveries': ['everywhere', 'webhooks:read'],
  'GET /webhooks/:webhookId/deliveries/:deliveryId': ['everywhere', 'webhooks:read'],
};
