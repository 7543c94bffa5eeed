import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { factorKinds } from '../../vocabulary/account/factors.ts';
import { all, equals, idFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

/** Factors of users, without their secrets. */
export const factors = defineList<Prisma.FactorWhereInput>()({
  name: 'factors',
  kind: 'factor',
  summary: 'Factors of users, without their secrets.',
  filter: z.strictObject({
    userId: idFilter('user', 'Only factors of this user.'),
    kind: z.enum(factorKinds).optional().describe('Only factors of this kind.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    lastUsedAt: { type: 'time', nullable: true, description: 'Time of the last use; null first.' },
  },
  where: ({ filter }) => all(equals('userId', filter.userId), equals('kind', filter.kind)),
  // Factors belong to the user, not to their organizations.
  within: () => null,
});
