import type { EventType } from '../../src/vocabulary/events.ts';
import type { Records } from '../support/records.ts';

/** One call of a row of section 4.3: the ids in its path, in order, the rest of the input, and the expected events. */
export interface Call {
  ids: string[];
  body?: Record<string, unknown>;
  /** In addition to the row's unconditional events: its events in parentheses, if the call requests them. */
  emits?: EventType[];
  /** Whether repeating the call changes and emits nothing. */
  again?: 'nothing';
}

/** Additional records: an unrelated organization, and an invitation that can be accepted. */
export interface CallRecords extends Records {
  emptyOrganization: string;
  invitation: string;
  /** Makes the names of this call unique. */
  unique: string;
}

const nothing = 'nothing' as const;

/** Each pair of section 4.3, called with and without the conditions in its parentheses. */
export const calls: Record<string, (s: CallRecords) => Call[]> = {
  'POST /users': ({ unique }) => [{ ids: [], body: { username: `new_${unique}` } }],
  // This one acts as another user.
  'DELETE /users/:userId': ({ other }) => [{ ids: [other], emits: ['User.Impersonation.Ended'] }],
  'PATCH /users/:userId': ({ user }) => [{ ids: [user], body: { name: 'Grace' }, again: nothing }],
  'PATCH /users/:userId/custom-data': ({ user }) => [
    { ids: [user], body: { customData: { plan: 'paid' } }, again: nothing },
  ],
  'PATCH /users/:userId/profile': ({ user }) => [
    { ids: [user], body: { profile: { nickname: 'Amazing' } }, again: nothing },
  ],
  'PATCH /users/:userId/password': ({ user }) => [{ ids: [user], body: { password: 'correct horse battery' } }],
  'PATCH /users/:userId/is-suspended': ({ user }) => [
    { ids: [user], body: { isSuspended: true }, again: nothing },
    { ids: [user], body: { isSuspended: false }, again: nothing },
  ],
  'POST /roles': ({ unique, scope }) => [
    { ids: [], body: { name: `Plain ${unique}` } },
    { ids: [], body: { name: `With scopes ${unique}`, scopeIds: [scope] }, emits: ['Role.Scopes.Updated'] },
  ],
  'DELETE /roles/:id': ({ otherRole }) => [{ ids: [otherRole] }],
  'PATCH /roles/:id': ({ role }) => [{ ids: [role], body: { description: 'Other.' }, again: nothing }],
  'POST /roles/:id/scopes': ({ role, otherScope }) => [
    { ids: [role], body: { scopeIds: [otherScope] }, again: nothing },
  ],
  'DELETE /roles/:id/scopes/:scopeId': ({ role, scope }) => [{ ids: [role, scope] }],
  'POST /resources/:apiResourceId/scopes': ({ resource }) => [{ ids: [resource], body: { name: 'orders:cancel' } }],
  'DELETE /resources/:apiResourceId/scopes/:scopeId': ({ resource, otherScope }) => [{ ids: [resource, otherScope] }],
  'PATCH /resources/:apiResourceId/scopes/:scopeId': ({ resource, scope }) => [
    { ids: [resource, scope], body: { description: 'Other.' }, again: nothing },
  ],
  'POST /organizations': () => [{ ids: [], body: { name: 'Initech' } }],
  'DELETE /organizations/:id': ({ emptyOrganization }) => [{ ids: [emptyOrganization] }],
  'PATCH /organizations/:id': ({ organization }) => [
    { ids: [organization], body: { description: 'Other.' }, again: nothing },
  ],
  'PUT /organizations/:id/users': ({ organization, user, other }) => [
    { ids: [organization], body: { userIds: [user, other] }, again: nothing },
  ],
  'POST /organizations/:id/users': ({ organization, other }) => [
    { ids: [organization], body: { userIds: [other] }, again: nothing },
  ],
  'DELETE /organizations/:id/users/:userId': ({ organization, user }) => [{ ids: [organization, user] }],
  'PUT /organizations/:id/applications': ({ organization, service, application }) => [
    { ids: [organization], body: { applicationIds: [service, application] }, again: nothing },
  ],
  'POST /organizations/:id/applications': ({ organization, application }) => [
    { ids: [organization], body: { applicationIds: [application] }, again: nothing },
  ],
  'DELETE /organizations/:id/applications/:applicationId': ({ organization, service }) => [
    { ids: [organization, service] },
  ],
  'PUT /organization-invitations/:id/status': ({ invitation, user }) => [
    {
      ids: [invitation],
      body: { status: 'Accepted', acceptedUserId: user },
      emits: ['Organization.Membership.Updated', 'OrganizationInvitation.Updated'],
    },
  ],
  'POST /organization-roles': ({ unique, organizationScope }) => [
    { ids: [], body: { name: `Plain ${unique}` } },
    {
      ids: [],
      body: { name: `With scopes ${unique}`, organizationScopeIds: [organizationScope] },
      emits: ['OrganizationRole.Scopes.Updated'],
    },
  ],
  'DELETE /organization-roles/:id': ({ otherOrganizationRole }) => [{ ids: [otherOrganizationRole] }],
  'PATCH /organization-roles/:id': ({ organizationRole }) => [
    { ids: [organizationRole], body: { description: 'Other.' }, again: nothing },
  ],
  'PUT /organization-roles/:id/scopes': ({ organizationRole, otherOrganizationScope }) => [
    { ids: [organizationRole], body: { organizationScopeIds: [otherOrganizationScope] }, again: nothing },
  ],
  'POST /organization-roles/:id/scopes': ({ organizationRole, otherOrganizationScope }) => [
    { ids: [organizationRole], body: { organizationScopeIds: [otherOrganizationScope] }, again: nothing },
  ],
  'DELETE /organization-roles/:id/scopes/:organizationScopeId': ({ organizationRole, organizationScope }) => [
    { ids: [organizationRole, organizationScope] },
  ],
  'POST /organization-scopes': ({ unique }) => [{ ids: [], body: { name: `archive:${unique}` } }],
  'DELETE /organization-scopes/:id': ({ otherOrganizationScope }) => [{ ids: [otherOrganizationScope] }],
  'PATCH /organization-scopes/:id': ({ organizationScope }) => [
    { ids: [organizationScope], body: { description: 'Other.' }, again: nothing },
  ],
};
