import { statusAt } from '../../domain/invitation.ts';
import { organizationInvitations } from '../../reads/organization-invitations.ts';
import type { OrganizationInvitationStatus as Status } from '../../vocabulary/resources.ts';
import { heldOrganizationRoles } from '../../store/records/role-holders.ts';
import { requiresIn, ofOrganization, readableWithin, organizationIdOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Named, Node, versionMeaning } from './node.ts';
import { Organization } from './organization.ts';
import { OrganizationRole } from './organization-role.ts';

const outcomes = {
  Accepted: 'The person accepted it and joined the organization.',
  Revoked: 'It was revoked.',
};
const OrganizationInvitationStatus = textEnum<Status>('OrganizationInvitationStatus', 'Status of an invitation.', {
  Pending: 'It can be accepted.',
  Expired: 'It expired before it was accepted.',
  ...outcomes,
});
textEnum<keyof typeof outcomes>('OrganizationInvitationOutcome', 'Final status of an invitation.', outcomes);

builder.prismaObject('OrganizationInvitation', {
  interfaces: [Node, Named],
  select: {
    id: true,
    organizationId: true,
    inviteeEmail: true,
    status: true,
    expiresAt: true,
    createdAt: true,
    updatedAt: true,
    version: true,
  },
  description: 'An invitation to join an organization. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    inviteeEmail: t.expose('inviteeEmail', {
      type: 'EmailAddress',
      description: 'Email address of the invited person.',
    }),
    status: t.field({
      type: OrganizationInvitationStatus,
      description: 'Current status.',
      resolve: (invitation, _args, { clock }) => statusAt(invitation, clock.now()),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time of expiry.' }),
    organization: t.relation('organization', {
      ...requiresIn('organizations:read', organizationIdOf),
      description: 'Organization of the invitation.',
    }),
    organizationRoles: t.field({
      type: [OrganizationRole],
      ...requiresIn('organization-roles:read', organizationIdOf),
      description: 'Organization roles that the person gets, sorted by creation time.',
      select: (_args, _context, role) => ({
        roles: { ...heldOrganizationRoles, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    inviter: t.relation('inviter', {
      ...requiresIn('users:read', organizationIdOf),
      description: 'User who invited; null if it was an application, or the user has been deleted.',
    }),
    acceptedUser: t.relation('acceptedUser', {
      ...requiresIn('users:read', organizationIdOf),
      description: 'User who accepted; null if not accepted, or the user has been deleted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(Organization, {
  field: 'invitations',
  relation: 'invitations',
  list: organizationInvitations,
  table: 'organization_invitations',
  owner: 'organizationId',
  access: requiresIn('organizations:read', ({ id }: { id: string }) => id),
  description: 'Invitations to the organization.',
});
