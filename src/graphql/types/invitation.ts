import { statusAt } from '../../domain/invitation.ts';
import { organizationInvitations } from '../../reads/organization-invitations.ts';
import type { OrganizationInvitationStatus as Status } from '../../vocabulary/resources.ts';
import { needsIn, ofOrganization, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Node, versionMeaning } from './node.ts';
import { Organization } from './organization.ts';
import { OrganizationRole } from './organization-role.ts';

const settled = {
  Accepted: 'The person joined the organization.',
  Revoked: 'It was taken back.',
};
export const OrganizationInvitationStatus = textEnum<Status>(
  'OrganizationInvitationStatus',
  'Where an invitation stands.',
  {
    Pending: 'It waits for an answer.',
    Expired: 'Its time was over before it was answered.',
    ...settled,
  },
);
textEnum<keyof typeof settled>('OrganizationInvitationOutcome', 'What can become of an invitation.', settled);

const organizationOf = ({ organizationId }: { organizationId: string }): string => organizationId;

export const OrganizationInvitation = builder.prismaObject('OrganizationInvitation', {
  interfaces: [Node],
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
  description: 'An invitation to join an organization. Needs the permission organizations:read.',
  authScopes: recordWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    inviteeEmail: t.expose('inviteeEmail', {
      type: 'EmailAddress',
      description: 'Email address of the person who is invited.',
    }),
    status: t.field({
      type: OrganizationInvitationStatus,
      description: 'Where it stands now.',
      resolve: (invitation, _args, { clock }) => statusAt(invitation, clock.now()),
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends, unless it is answered before.' }),
    organization: t.relation('organization', {
      ...needsIn('organizations:read', organizationOf),
      description: 'The organization to join.',
    }),
    organizationRoles: t.field({
      type: [OrganizationRole],
      ...needsIn('organization-roles:read', organizationOf),
      description: 'The organization roles the person will hold, in the order of their creation.',
      select: (_args, _context, role) => ({
        roles: { orderBy: { organizationRoleId: 'asc' }, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    inviter: t.relation('inviter', {
      ...needsIn('users:read', organizationOf),
      description: 'The user who invites; null when it was an application, or is gone.',
    }),
    acceptedUser: t.relation('acceptedUser', {
      ...needsIn('users:read', organizationOf),
      description: 'The user who accepted; null when nobody did, or who did is gone.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(Organization, {
  field: 'invitations',
  relation: 'invitations',
  list: organizationInvitations,
  owner: 'organizationId',
  access: needsIn('organizations:read', ({ id }: { id: string }) => id),
  description: 'The invitations to join it',
});
