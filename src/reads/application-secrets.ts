import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { equals, idFilter } from './conditions.ts';
import { defineList } from './list.ts';

/** What the secrets of applications are called, never what they are. */
export const applicationSecrets = defineList<Prisma.ApplicationSecretWhereInput>()({
  name: 'applicationSecrets',
  kind: 'applicationSecret',
  summary: 'Secrets of applications: what they are called and how they begin, never what they are.',
  filter: z.strictObject({
    applicationId: idFilter('application', 'Those of this application.'),
  }),
  order: {
    createdAt: { type: 'time', description: 'When the secret was made.' },
    expiresAt: { type: 'time', nullable: true, description: 'When it stops being accepted; never comes first.' },
  },
  where: ({ filter }) => equals('applicationId', filter.applicationId),
  // They are the application's own business, not that of the organizations it belongs to.
  within: () => null,
});
