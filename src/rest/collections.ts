import { apiResources } from '../reads/api-resources.ts';
import { applicationSecrets } from '../reads/application-secrets.ts';
import { applications } from '../reads/applications.ts';
import { events } from '../reads/events.ts';
import type { List, ListedKind } from '../reads/list.ts';
import { organizationInvitations } from '../reads/organization-invitations.ts';
import { organizationApplications, organizationMembers } from '../reads/organization-members.ts';
import { organizationRoles, organizationScopes } from '../reads/organization-roles.ts';
import { organizations } from '../reads/organizations.ts';
import { roles } from '../reads/roles.ts';
import { scopes } from '../reads/scopes.ts';
import { signingKeys } from '../reads/signing-keys.ts';
import { users } from '../reads/users.ts';
import { webhookDeliveries } from '../reads/webhook-deliveries.ts';
import { webhooks } from '../reads/webhooks.ts';

/** A list at a path. Parameters of the path are fields of the list's filter, unless `narrowed` says what they mean. */
export interface Collection {
  path: `/${string}`;
  list: List;
  /** The kind of record that it belongs to, which has to be visible as well; undefined when it stands alone. */
  parent?: ListedKind;
  narrowed?: (parameters: Readonly<Record<string, string>>) => object;
  /** One sentence, when the list's own does not say it. */
  summary?: string;
  /** If the one derived from the path belongs to another collection. */
  operationId?: string;
}

/** The list of each kind of record: what may be seen of a collection may be seen of its members. */
export const listOf = {
  User: users,
  Role: roles,
  ApiResource: apiResources,
  Scope: scopes,
  Application: applications,
  ApplicationSecret: applicationSecrets,
  Organization: organizations,
  OrganizationUser: organizationMembers,
  OrganizationApplication: organizationApplications,
  OrganizationRole: organizationRoles,
  OrganizationScope: organizationScopes,
  OrganizationInvitation: organizationInvitations,
  SigningKey: signingKeys,
  Webhook: webhooks,
  WebhookDelivery: webhookDeliveries,
  Event: events,
} as const satisfies Record<ListedKind, List>;

const someMember = (relation: string) => (parameters: Readonly<Record<string, string>>) => ({
  [relation]: { some: parameters },
});

/** Every collection that can be read. */
export const collections: readonly Collection[] = [
  { path: '/users', list: users },
  {
    path: '/users/:userId/roles',
    list: roles,
    parent: 'User',
    summary: 'Roles that the user holds outside organizations.',
  },
  {
    path: '/users/:userId/organizations',
    list: organizations,
    parent: 'User',
    summary: 'Organizations the user belongs to.',
  },

  { path: '/roles', list: roles },
  { path: '/roles/:roleId/scopes', list: scopes, parent: 'Role', summary: 'Scopes that the role holds.' },
  { path: '/roles/:roleId/users', list: users, parent: 'Role', summary: 'Users who hold the role.' },
  {
    path: '/roles/:roleId/applications',
    list: applications,
    parent: 'Role',
    summary: 'Applications that hold the role.',
  },

  { path: '/resources', list: apiResources },
  {
    path: '/resources/:resourceId/scopes',
    list: scopes,
    parent: 'ApiResource',
    summary: 'Scopes of the API resource.',
  },

  { path: '/applications', list: applications },
  { path: '/applications/:applicationId/secrets', list: applicationSecrets, parent: 'Application' },
  {
    path: '/applications/:applicationId/roles',
    list: roles,
    parent: 'Application',
    summary: 'Roles that the application holds: what client_credentials gives it.',
  },
  {
    path: '/applications/:applicationId/organizations',
    list: organizations,
    parent: 'Application',
    summary: 'Organizations the application belongs to.',
  },

  { path: '/organizations', list: organizations },
  {
    path: '/organizations/:organizationId/users',
    list: organizationMembers,
    parent: 'Organization',
    summary: 'Users that belong to the organization, with their roles in it.',
  },
  {
    path: '/organizations/:organizationId/users/:userId/roles',
    list: organizationRoles,
    parent: 'OrganizationUser',
    narrowed: someMember('users'),
    summary: 'Roles that the user holds in the organization.',
  },
  {
    path: '/organizations/:organizationId/applications',
    list: organizationApplications,
    parent: 'Organization',
    summary: 'Applications that belong to the organization, with their roles in it.',
  },
  {
    path: '/organizations/:organizationId/applications/:applicationId/roles',
    list: organizationRoles,
    parent: 'OrganizationApplication',
    narrowed: someMember('applications'),
    summary: 'Roles that the application holds in the organization.',
  },
  {
    path: '/organizations/:organizationId/invitations',
    operationId: 'listInvitationsToOrganization',
    list: organizationInvitations,
    parent: 'Organization',
    summary: 'Invitations to the organization.',
  },

  { path: '/organization-roles', list: organizationRoles },
  {
    path: '/organization-roles/:organizationRoleId/scopes',
    list: organizationScopes,
    parent: 'OrganizationRole',
    summary: 'Organization scopes that the organization role holds.',
  },
  {
    path: '/organization-roles/:organizationRoleId/api-scopes',
    list: scopes,
    parent: 'OrganizationRole',
    summary: 'Scopes of API resources that the organization role holds.',
  },

  { path: '/organization-scopes', list: organizationScopes },
  { path: '/organization-invitations', list: organizationInvitations },
  { path: '/events', list: events },
  { path: '/signing-keys', list: signingKeys },
  { path: '/webhooks', list: webhooks },
  {
    path: '/webhooks/:webhookId/deliveries',
    list: webhookDeliveries,
    parent: 'Webhook',
    summary: 'Events on their way to the webhook, each with every attempt.',
  },
];
