import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { equals, idFilter } from '../conditions.ts';
import { defineList } from '../list.ts';

/** Secrets of applications, without their values. */
export const applicationSecrets = defineList<Prisma.ApplicationSecretWhereInput>()({
  name: 'applicationSecrets',
  kind: 'applicationSecret',
  summary: 'Secrets of applications, without their values.',
  filter: z.strictObject({
    applicationId: idFilter('application', 'Only secrets of this application.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'Time of creation.' },
    expiresAt: { type: 'time', nullable: true, description: 'Time of expiry; null first.' },
  },
  where: ({ filter }) => equals('applicationId', filter.applicationId),
  // Secrets belong to the application, not to its organizations.
  within: () => null,
});
