import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { all, equals, idFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

export const userIdentities = defineList<Prisma.UserIdentityWhereInput>()({
  name: 'userIdentities',
  kind: 'userIdentity',
  summary: 'Identities of users: their accounts at identity providers.',
  filter: z.strictObject({
    userId: idFilter('user', 'Only identities of this user.'),
    identityProviderId: idFilter('identityProvider', 'Only identities of this identity provider.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of the linking.' },
    lastUsedAt: { type: 'time', nullable: true, description: 'Time of the last use; null first.' },
  },
  where: ({ filter }) => all(equals('userId', filter.userId), equals('identityProviderId', filter.identityProviderId)),
  // Identities belong to the user, not to their organizations.
  within: () => null,
  // Identities that were unlinked are kept, so that they are not linked again in silence.
  existing: { unlinkedAt: null },
});
