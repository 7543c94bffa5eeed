import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type OrganizationInvitationStatus, invitationStatuses } from '../../vocabulary/records/organization-shapes.ts';
import { all, beginsWith, between, createdFilters, equals, idFilter, normalFilter, searched } from '../conditions.ts';
import { defineList } from '../list.ts';

/** As in domain/people/invitation.ts: a pending invitation expires without a write. */
function hasStatus(status: OrganizationInvitationStatus | undefined, now: Date): object {
  switch (status) {
    case 'Pending':
      return { status, expiresAt: { gt: now } };
    case 'Expired':
      return { OR: [{ status }, { status: 'Pending', expiresAt: { lte: now } }] };
    default:
      return equals('status', status);
  }
}

export const organizationInvitations = defineList<Prisma.OrganizationInvitationWhereInput>()({
  name: 'organizationInvitations',
  kind: 'organizationInvitation',
  summary: 'Invitations to join organizations.',
  searchDescription: 'Case-insensitive search in invitations: the start of the email address.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Only invitations to this organization.'),
    status: z.enum(invitationStatuses).optional().describe('Only invitations with this current status.'),
    inviteeEmail: normalFilter('Only invitations of this email address, in any case.'),
    inviterId: idFilter('user', 'Only invitations that this user created.'),
    ...createdFilters,
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    expiresAt: { type: 'time', description: 'Time of expiry.' },
    inviteeEmail: { description: 'Email address of the invited person.' },
  },
  where: ({ filter, search, now }) =>
    all(
      equals('organizationId', filter.organizationId),
      hasStatus(filter.status, now),
      equals('inviteeEmail', filter.inviteeEmail),
      equals('inviterId', filter.inviterId),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [beginsWith('inviteeEmail', text)]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});
