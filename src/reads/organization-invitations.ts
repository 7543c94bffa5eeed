import { z } from 'zod';
import { normalise } from '../domain/identifiers.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { type OrganizationInvitationStatus, invitationStatuses } from '../vocabulary/resources.ts';
import { all, beginsWith, between, equals, idFilter, searched, timeFilter } from './conditions.ts';
import { defineList } from './list.ts';

/** As domain/invitation.ts says it: one that waits too long has expired, without anybody writing it down. */
function stands(status: OrganizationInvitationStatus | undefined, now: Date): object {
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
  searchDescription: 'Invitations of people whose email address begins with this, in any case.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Those to this organization.'),
    status: z.enum(invitationStatuses).optional().describe('Those that stand so now.'),
    inviteeEmail: z
      .string()
      .max(512)
      .transform(normalise)
      .optional()
      .describe('Those of the person with this email address; case does not matter.'),
    inviterId: idFilter('user', 'Those that this user made.'),
    createdAfter: timeFilter('Made at this instant or later.'),
    createdBefore: timeFilter('Made before this instant.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the invitation was made.' },
    expiresAt: { type: 'time', description: 'When the invitation ends.' },
    inviteeEmail: { description: 'Email address of the person who is invited.' },
  },
  where: ({ filter, search, now }) =>
    all(
      equals('organizationId', filter.organizationId),
      stands(filter.status, now),
      equals('inviteeEmail', filter.inviteeEmail),
      equals('inviterId', filter.inviterId),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [beginsWith('inviteeEmail', text)]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});
