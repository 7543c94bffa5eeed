import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, between, createdFilters, equals, flagFilter, hasValue, idFilter, normalFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

export const oneTimeTokens = defineList<Prisma.OneTimeTokenWhereInput>()({
  name: 'oneTimeTokens',
  kind: 'oneTimeToken',
  summary: 'One-time tokens until a week after they expire, without their values.',
  filter: z.strictObject({
    userId: idFilter('user', 'Only tokens of this user.'),
    email: normalFilter('Only tokens that were sent to this email address, in any case.'),
    isUsed: flagFilter('Only used tokens if true, only the others if false.'),
    isRevoked: flagFilter('Only revoked tokens if true, only the others if false.'),
    ...createdFilters,
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    expiresAt: { type: 'time', description: 'Time of expiry.' },
  },
  where: ({ filter }) =>
    all(
      equals('userId', filter.userId),
      equals('email', filter.email),
      hasValue('usedAt', filter.isUsed),
      hasValue('revokedAt', filter.isRevoked),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  // They sign people in everywhere.
  within: () => null,
  // Tokens of invitations are a part of the invitation.
  existing: { organizationInvitationId: null },
});
