import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { equals, idFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

/** Browsers in which users have signed in, without their cookies. */
export const devices = defineList<Prisma.DeviceWhereInput>()({
  name: 'devices',
  kind: 'device',
  summary: 'Browsers in which users have signed in.',
  filter: z.strictObject({
    userId: idFilter('user', 'Only browsers of this user.'),
  }),
  order: {
    createdAt: { column: 'id', description: 'Time of the first sign-in.' },
    lastSeenAt: { type: 'time', description: 'Time of the last sign-in.' },
  },
  where: ({ filter }) => equals('userId', filter.userId),
  // Devices belong to the user, not to their organizations.
  within: () => null,
});
