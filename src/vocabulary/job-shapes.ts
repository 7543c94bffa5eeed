import { z } from 'zod';
import { id, json, time, timestamps } from './shape-parts.ts';

/** Operations that a job can run for each user. */
export const jobOperations = [
  'assignUserRoles',
  'removeUserRole',
  'setUserSuspended',
  'endUserSessions',
  'setOrganizationMember',
  'removeOrganizationMember',
  'deleteUser',
] as const;
export type JobOperation = (typeof jobOperations)[number];

export const jobStates = {
  running: 'It waits, or is in progress.',
  finished: 'It is done with every user; some may have failed.',
  cancelled: 'It was cancelled. What it had done remains.',
  failed: 'It ended before it was done, for the reason in `reason`.',
} as const;
export type JobState = keyof typeof jobStates;

/** Records of a job at most. */
export const maxJobRecords = 100_000;
/** Jobs of one starter that are not finished, at most. */
export const maxUnfinishedJobs = 20;
/** Users that a dry run tries. */
export const maxTried = 20;
/** Failures of a job that are stored. */
export const maxJobFailures = 100;

export const jobShape = z
  .strictObject({
    id,
    operation: z.enum(jobOperations).describe('The operation that it runs for each user.'),
    input: json.describe('Input of the operation besides the user.'),
    state: z.enum(Object.keys(jobStates) as [JobState, ...JobState[]]).describe('Current state.'),
    reason: z.string().nullable().describe('Why it failed; null if it did not.'),
    total: z.int().describe('Number of users that matched when it was started.'),
    succeeded: z.int().describe('Number of users that succeeded so far.'),
    failed: z.int().describe('Number of users that failed so far.'),
    requestId: z.string().describe('Id of the request that started it, which its events have as well.'),
    createdAt: timestamps.createdAt,
    finishedAt: time.nullable().describe('Time at which it ended; null while it runs.'),
  })
  .meta({ id: 'JobSnapshot', description: 'A job at the time of an event.' });

/** Why the operation failed for a user. */
export const jobFailureShape = z
  .strictObject({
    userId: z.string().describe('Id of the user.'),
    code: z.string().describe('Error code.'),
    message: z.string().describe('Error message.'),
  })
  .meta({ id: 'JobFailure', description: 'Why the operation of a job failed for a user.' });
export type JobFailure = z.infer<typeof jobFailureShape>;
export const jobFailures = z.array(jobFailureShape).describe(`The first ${maxJobFailures} failures.`);
