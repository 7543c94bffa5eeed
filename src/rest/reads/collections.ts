import { apiResources } from '../../reads/lists/api-resources.ts';
import { applicationSecrets } from '../../reads/lists/application-secrets.ts';
import { factors } from '../../reads/lists/factors.ts';
import { applications } from '../../reads/lists/applications.ts';
import { connectors } from '../../reads/lists/connectors.ts';
import { devices } from '../../reads/lists/devices.ts';
import { events } from '../../reads/lists/events.ts';
import { identityProviderOrganizations } from '../../reads/lists/identity-provider-organizations.ts';
import { identityProviders } from '../../reads/lists/identity-providers.ts';
import { jobs } from '../../reads/lists/jobs.ts';
import type { List } from '../../reads/list.ts';
import { messages } from '../../reads/lists/messages.ts';
import type { RecordKind } from '../../vocabulary/kinds.ts';
import { oneTimeTokens } from '../../reads/lists/one-time-tokens.ts';
import { organizationDomains } from '../../reads/lists/organization-domains.ts';
import { organizationInvitations } from '../../reads/lists/organization-invitations.ts';
import { organizationApplications, organizationMembers } from '../../reads/lists/organization-members.ts';
import { organizationRoles, organizationScopes } from '../../reads/lists/organization-roles.ts';
import { organizations } from '../../reads/lists/organizations.ts';
import { roles } from '../../reads/lists/roles.ts';
import { scopes } from '../../reads/lists/scopes.ts';
import { signInAttempts } from '../../reads/lists/sign-in-attempts.ts';
import { signInExperiences } from '../../reads/lists/sign-in-experiences.ts';
import { signingKeys } from '../../reads/lists/signing-keys.ts';
import { userIdentities } from '../../reads/lists/user-identities.ts';
import { users } from '../../reads/lists/users.ts';
import { webhookDeliveries } from '../../reads/lists/webhook-deliveries.ts';
import { webhooks } from '../../reads/lists/webhooks.ts';
import { summaries } from '../../reads/summaries.ts';

/** A list at a path. Path parameters are fields of the list's filter, unless `narrowed` is given. */
export interface Collection {
  path: `/${string}`;
  list: List;
  /** The kind of its parent record, which must be visible too; undefined for a top-level list. */
  parent?: RecordKind;
  /** The condition that the path parameters mean. */
  narrowed?: (parameters: Readonly<Record<string, string>>) => object;
  /** Overrides the summary of the list. */
  summary?: string;
  /** Overrides the name derived from the path. */
  operationId?: string;
  /** Whether all of it can be exported: a list of its own, or one that grows with the number of people. */
  isExported?: true;
}

const someMember = (relation: string) => (parameters: Readonly<Record<string, string>>) => ({
  [relation]: { some: parameters },
});

/** All collections. */
export const collections: readonly Collection[] = [
  { path: '/users', list: users, isExported: true },
  {
    path: '/users/:userId/roles',
    list: roles,
    parent: 'user',
    summary: 'Roles of the user, without organization roles.',
  },
  {
    path: '/users/:userId/organizations',
    list: organizations,
    parent: 'user',
    summary: 'Organizations of the user.',
  },
  { path: '/users/:userId/factors', list: factors, parent: 'user', summary: 'Factors of the user.' },
  {
    path: '/users/:userId/devices',
    list: devices,
    parent: 'user',
    summary: summaries.userDevices,
  },
  {
    path: '/users/:userId/identities',
    list: userIdentities,
    parent: 'user',
    summary: 'Identities of the user: accounts at identity providers.',
  },
  { path: '/sign-in-attempts', list: signInAttempts, isExported: true },
  { path: '/sign-in-experiences', list: signInExperiences },

  { path: '/roles', list: roles, isExported: true },
  { path: '/roles/:roleId/scopes', list: scopes, parent: 'role', summary: 'Scopes of the role.' },
  {
    path: '/roles/:roleId/users',
    list: users,
    parent: 'role',
    summary: 'Users who hold the role.',
    isExported: true,
  },
  {
    path: '/roles/:roleId/applications',
    list: applications,
    parent: 'role',
    summary: 'Applications that hold the role.',
  },

  { path: '/resources', list: apiResources, isExported: true },
  {
    path: '/resources/:apiResourceId/scopes',
    list: scopes,
    parent: 'apiResource',
    summary: summaries.apiResourceScopes,
  },

  { path: '/applications', list: applications, isExported: true },
  { path: '/applications/:applicationId/secrets', list: applicationSecrets, parent: 'application' },
  {
    path: '/applications/:applicationId/roles',
    list: roles,
    parent: 'application',
    summary: 'Roles of the application, which apply to the client credentials grant.',
  },
  {
    path: '/applications/:applicationId/organizations',
    list: organizations,
    parent: 'application',
    summary: 'Organizations of the application.',
  },
  {
    path: '/applications/:applicationId/served-resources',
    list: apiResources,
    parent: 'application',
    summary: 'API resources that the application serves.',
  },

  { path: '/organizations', list: organizations, isExported: true },
  {
    path: '/organizations/:organizationId/users',
    operationId: 'listOrganizationMembers',
    list: organizationMembers,
    parent: 'organization',
    summary: 'Members of the organization, with their organization roles.',
    isExported: true,
  },
  {
    path: '/organizations/:organizationId/users/:userId/roles',
    operationId: 'listOrganizationMemberRoles',
    list: organizationRoles,
    parent: 'organizationUser',
    narrowed: someMember('users'),
    summary: 'Organization roles of the user in the organization.',
  },
  {
    path: '/organizations/:organizationId/applications',
    list: organizationApplications,
    parent: 'organization',
    summary: 'Applications of the organization, with their organization roles.',
  },
  {
    path: '/organizations/:organizationId/applications/:applicationId/roles',
    list: organizationRoles,
    parent: 'organizationApplication',
    narrowed: someMember('applications'),
    summary: 'Organization roles of the application in the organization.',
  },
  {
    path: '/organizations/:organizationId/domains',
    list: organizationDomains,
    parent: 'organization',
    summary: summaries.organizationDomains,
  },
  {
    path: '/organizations/:organizationId/identity-providers',
    operationId: 'listIdentityProvidersOfOrganization',
    list: identityProviderOrganizations,
    parent: 'organization',
    summary: summaries.organizationIdentityProviders,
  },
  {
    path: '/organizations/:organizationId/invitations',
    operationId: 'listInvitationsToOrganization',
    list: organizationInvitations,
    parent: 'organization',
    summary: summaries.organizationInvitations,
  },

  { path: '/organization-roles', list: organizationRoles, isExported: true },
  {
    path: '/organization-roles/:organizationRoleId/scopes',
    list: organizationScopes,
    parent: 'organizationRole',
    summary: 'Organization scopes of the organization role.',
  },
  {
    path: '/organization-roles/:organizationRoleId/api-scopes',
    list: scopes,
    parent: 'organizationRole',
    summary: 'Scopes of API resources of the organization role.',
  },

  { path: '/organization-scopes', list: organizationScopes, isExported: true },
  { path: '/organization-invitations', list: organizationInvitations, isExported: true },
  { path: '/events', list: events, isExported: true },
  { path: '/signing-keys', list: signingKeys },
  { path: '/connectors', list: connectors, isExported: true },
  { path: '/identity-providers', list: identityProviders, isExported: true },
  {
    path: '/identity-providers/:identityProviderId/identities',
    list: userIdentities,
    parent: 'identityProvider',
    summary: 'Identities of users at the identity provider.',
    isExported: true,
  },
  {
    path: '/identity-providers/:identityProviderId/organizations',
    list: identityProviderOrganizations,
    parent: 'identityProvider',
    summary: 'Organizations that people join by the identity provider.',
  },
  { path: '/messages', list: messages, isExported: true },
  { path: '/jobs', list: jobs, isExported: true },
  { path: '/one-time-tokens', list: oneTimeTokens },
  { path: '/webhooks', list: webhooks, isExported: true },
  {
    path: '/webhooks/:webhookId/deliveries',
    list: webhookDeliveries,
    parent: 'webhook',
    summary: 'Deliveries to the webhook, with all attempts.',
    isExported: true,
  },
];
