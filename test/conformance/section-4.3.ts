import type { EventType } from '../../src/vocabulary/events.ts';

/**
 * Section 4.3 of the specification, "Management API operations that emit events", typed by hand, row by row in order.
 * Events in parentheses are emitted under a condition of the request ("as listed", "when the status is Accepted").
 * `Role.Scopes.Update` there is a misprint of `Role.Scopes.Updated`, the type of section 6.2.
 */
export const section43: readonly Row[] = [
  row('POST', '/users', 'User.Created'),
  row('DELETE', '/users/:userId', 'User.Deleted'),
  row('PATCH', '/users/:userId', 'User.Data.Updated'),
  row('PATCH', '/users/:userId/custom-data', 'User.Data.Updated'),
  row('PATCH', '/users/:userId/profile', 'User.Data.Updated'),
  row('PATCH', '/users/:userId/password', 'User.Data.Updated'),
  row('PATCH', '/users/:userId/is-suspended', 'User.SuspensionStatus.Updated'),
  row('POST', '/roles', 'Role.Created', '(Role.Scopes.Updated)'),
  row('DELETE', '/roles/:id', 'Role.Deleted'),
  row('PATCH', '/roles/:id', 'Role.Data.Updated'),
  row('POST', '/roles/:id/scopes', 'Role.Scopes.Updated'),
  row('DELETE', '/roles/:id/scopes/:scopeId', 'Role.Scopes.Updated'),
  row('POST', '/resources/:apiResourceId/scopes', 'Scope.Created'),
  row('DELETE', '/resources/:apiResourceId/scopes/:scopeId', 'Scope.Deleted'),
  row('PATCH', '/resources/:apiResourceId/scopes/:scopeId', 'Scope.Data.Updated'),
  row('POST', '/organizations', 'Organization.Created'),
  row('DELETE', '/organizations/:id', 'Organization.Deleted'),
  row('PATCH', '/organizations/:id', 'Organization.Data.Updated'),
  row('PUT, POST', '/organizations/:id/users', 'Organization.Membership.Updated'),
  row('DELETE', '/organizations/:id/users/:userId', 'Organization.Membership.Updated'),
  row('PUT, POST', '/organizations/:id/applications', 'Organization.Membership.Updated'),
  row('DELETE', '/organizations/:id/applications/:applicationId', 'Organization.Membership.Updated'),
  row('PUT', '/organization-invitations/:id/status', '(Organization.Membership.Updated)'),
  row('POST', '/organization-roles', 'OrganizationRole.Created', '(OrganizationRole.Scopes.Updated)'),
  row('DELETE', '/organization-roles/:id', 'OrganizationRole.Deleted'),
  row('PATCH', '/organization-roles/:id', 'OrganizationRole.Data.Updated'),
  row('PUT, POST', '/organization-roles/:id/scopes', 'OrganizationRole.Scopes.Updated'),
  row('DELETE', '/organization-roles/:id/scopes/:organizationScopeId', 'OrganizationRole.Scopes.Updated'),
  row('POST', '/organization-scopes', 'OrganizationScope.Created'),
  row('DELETE', '/organization-scopes/:id', 'OrganizationScope.Deleted'),
  row('PATCH', '/organization-scopes/:id', 'OrganizationScope.Data.Updated'),
];

/** One row; PUT and POST of one path share a row. */
export interface Row {
  methods: string[];
  path: string;
  always: EventType[];
  /** The events in parentheses. */
  whenAsked: EventType[];
}

function row(methods: string, path: string, ...events: (EventType | `(${EventType})`)[]): Row {
  const isWhenAsked = (event: string) => event.startsWith('(');
  const plain = (event: string) => event.replaceAll(/[()]/g, '') as EventType;
  return {
    methods: methods.split(', '),
    path,
    always: events.filter((event) => !isWhenAsked(event)).map(plain),
    whenAsked: events.filter(isWhenAsked).map(plain),
  };
}

/** A method and a path of the table: 34 in 31 rows. */
export interface Pair extends Omit<Row, 'methods'> {
  /** "PUT /organizations/:id/users". */
  name: string;
  method: string;
}

export const pairs: readonly Pair[] = section43.flatMap(({ methods, ...rest }) =>
  methods.map((method) => ({ name: `${method} ${rest.path}`, method, ...rest })),
);

/**
 * Additional events of a row: of records that are deleted together with the record, and of changes for which the
 * specification has no event.
 */
export const besides: Readonly<Record<string, readonly EventType[]>> = {
  'DELETE /users/:userId': ['Organization.Membership.Updated', 'User.Impersonation.Ended'],
  'PATCH /users/:userId/password': ['User.Impersonation.Ended'],
  'PATCH /users/:userId/is-suspended': ['User.Impersonation.Ended'],
  'DELETE /resources/:apiResourceId/scopes/:scopeId': ['Role.Scopes.Updated', 'OrganizationRole.Scopes.Updated'],
  'POST /roles': ['User.Roles.Updated'],
  'POST /organizations/:id/users': ['Organization.MemberRoles.Updated'],
  'POST /organizations/:id/applications': ['Organization.MemberRoles.Updated'],
  'DELETE /organizations/:id': ['Organization.Membership.Updated', 'OrganizationInvitation.Deleted'],
  'PUT /organization-invitations/:id/status': ['OrganizationInvitation.Updated', 'Organization.MemberRoles.Updated'],
  'DELETE /organization-scopes/:id': ['OrganizationRole.Scopes.Updated'],
};
