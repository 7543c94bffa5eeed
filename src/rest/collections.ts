import { apiResources } from '../reads/api-resources.ts';
import { applicationSecrets } from '../reads/application-secrets.ts';
import { applications } from '../reads/applications.ts';
import { events } from '../reads/events.ts';
import type { List } from '../reads/list.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';
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
  parent?: RecordKind;
  narrowed?: (parameters: Readonly<Record<string, string>>) => object;
  /** One sentence, when the list's own does not say it. */
  summary?: string;
  /** If the one derived from the path belongs to another collection. */
  operationId?: string;
}

const someMember = (relation: string) => (parameters: Readonly<Record<string, string>>) => ({
  [relation]: { some: parameters },
});

/** Every collection that can be read. */
export const collections: readonly Collection[] = [
  { path: '/users', list: users },
  {
    path: '/users/:userId/roles',
    list: roles,
    parent: 'user',
    summary: 'Roles that the user holds outside organizations.',
  },
  {
    path: '/users/:userId/organizations',
    list: organizations,
    parent: 'user',
    summary: 'Organizations the user belongs to.',
  },

  { path: '/roles', list: roles },
  { path: '/roles/:roleId/scopes', list: scopes, parent: 'role', summary: 'Scopes that the role holds.' },
  { path: '/roles/:roleId/users', list: users, parent: 'role', summary: 'Users who hold the role.' },
  {
    path: '/roles/:roleId/applications',
    list: applications,
    parent: 'role',
    summary: 'Applications that hold the role.',
  },

  { path: '/resources', list: apiResources },
  {
    path: '/resources/:apiResourceId/scopes',
    list: scopes,
    parent: 'apiResource',
    summary: 'Scopes of the API resource.',
  },

  { path: '/applications', list: applications },
  { path: '/applications/:applicationId/secrets', list: applicationSecrets, parent: 'application' },
  {
    path: '/applications/:applicationId/roles',
    list: roles,
    parent: 'application',
    summary: 'Roles that the application holds: what client_credentials gives it.',
  },
  {
    path: '/applications/:applicationId/organizations',
    list: organizations,
    parent: 'application',
    summary: 'Organizations the application belongs to.',
  },

  { path: '/organizations', list: organizations },
  {
    path: '/organizations/:organizationId/users',
    list: organizationMembers,
    parent: 'organization',
    summary: 'Users that belong to the organization, with their roles in it.',
  },
  {
    path: '/organizations/:organizationId/users/:userId/roles',
    list: organizationRoles,
    parent: 'organizationUser',
    narrowed: someMember('users'),
    summary: 'Roles that the user holds in the organization.',
  },
  {
    path: '/organizations/:organizationId/applications',
    list: organizationApplications,
    parent: 'organization',
    summary: 'Applications that belong to the organization, with their roles in it.',
  },
  {
    path: '/organizations/:organizationId/applications/:applicationId/roles',
    list: organizationRoles,
    parent: 'organizationApplication',
    narrowed: someMember('applications'),
    summary: 'Roles that the application holds in the organization.',
  },
  {
    path: '/organizations/:organizationId/invitations',
    operationId: 'listInvitationsToOrganization',
    list: organizationInvitations,
    parent: 'organization',
    summary: 'Invitations to the organization.',
  },

  { path: '/organization-roles', list: organizationRoles },
  {
    path: '/organization-roles/:organizationRoleId/scopes',
    list: organizationScopes,
    parent: 'organizationRole',
    summary: 'Organization scopes that the organization role holds.',
  },
  {
    path: '/organization-roles/:organizationRoleId/api-scopes',
    list: scopes,
    parent: 'organizationRole',
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
    parent: 'webhook',
    summary: 'Events on their way to the webhook, each with every attempt.',
  },
];
