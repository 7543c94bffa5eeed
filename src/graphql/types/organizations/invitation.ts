import { statusAt } from '../../../domain/people/invitation.ts';
import { organizationInvitations } from '../../../reads/lists/organization-invitations.ts';
import {
  organizationInvitationShape,
  type OrganizationInvitationStatus as Status,
} from '../../../vocabulary/records/organization-shapes.ts';
import { heldOrganizationRoles } from '../../../store/records/role-holders.ts';
import { requiresIn, ofOrganization, readableWithin, organizationIdOf } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';
import { Organization } from './organization.ts';
import { OrganizationRole } from './organization-role.ts';
import { summaries } from '../../../reads/summaries.ts';

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
  select: { id: true, organizationId: true },
  description: 'An invitation to join an organization. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    ...exposeShape(t, organizationInvitationShape),
    status: t.field({
      type: OrganizationInvitationStatus,
      ...describedBy(organizationInvitationShape.shape.status),
      select: { status: true, expiresAt: true },
      resolve: (invitation, _args, { clock }) => statusAt(invitation, clock.now()),
    }),
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
  }),
});

addRelatedList(Organization, {
  field: 'invitations',
  relation: 'invitations',
  list: organizationInvitations,
  table: 'organization_invitations',
  owner: 'organizationId',
  access: requiresIn('organizations:read', ({ id }: { id: string }) => id),
  description: summaries.organizationInvitations,
});
