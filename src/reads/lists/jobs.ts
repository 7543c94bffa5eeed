import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { jobOperations, type JobState, jobStates } from '../../vocabulary/records/job-shapes.ts';
import { all, between, createdFilters, equals } from '../conditions.ts';
import { defineList } from '../list.ts';

export const jobs = defineList<Prisma.JobWhereInput>()({
  name: 'jobs',
  kind: 'job',
  summary: 'Jobs of the last 90 days, which run an operation for many users.',
  filter: z.strictObject({
    operation: z.enum(jobOperations).optional().describe('Only jobs that run this operation.'),
    state: z
      .enum(Object.keys(jobStates) as [JobState, ...JobState[]])
      .optional()
      .describe('Only jobs with this current state.'),
    ...createdFilters,
  }),
  order: { createdAt: { type: 'time', description: 'Time of creation.' } },
  where: ({ filter }) =>
    all(
      equals('operation', filter.operation),
      equals('state', filter.state),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  // They are about users everywhere.
  within: () => null,
});
