import { z } from 'zod';
import { exampleTimes, field, ownId, json, time, timestamps } from '../shape-parts.ts';
import { describeByKind, exampleIdOf, idOf } from '../ids.ts';

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
  cancelled: 'It was canceled. What it had done remains.',
  failed: 'It ended before it was done, for the reason in `reason`.',
} as const;
export type JobState = keyof typeof jobStates;

/** Records of a job at most. */
export const maxJobRecords = 100_000;
/** Jobs of one starter that are not finished, at most. */
export const maxUnfinishedJobs = 20;
/** Users that a dry run tries. */
export const maxSample = 20;
/** Failures of a job that are stored. */
export const maxJobFailures = 100;

export const jobShape = z
  .strictObject({
    id: ownId('job'),
    operation: field(z.enum(jobOperations), 'The operation that it runs for each user.', 'assignUserRoles'),
    input: field(json, 'Input of the operation besides the user.', { roleIds: [exampleIdOf('role')] }),
    state: field(z.enum(Object.keys(jobStates) as [JobState, ...JobState[]]), 'Current state.', 'finished'),
    reason: field(z.string().nullable(), 'Why it failed; null if it did not.', null),
    total: field(z.int(), 'Number of users that matched when it was started.', 1204),
    succeeded: field(z.int(), 'Number of users that succeeded so far.', 1203),
    failed: field(z.int(), 'Number of users that failed so far.', 1),
    requestId: idOf('request').describe('Id of the request that started it, which its events have as well.'),
    createdAt: timestamps.createdAt,
    finishedAt: field(time.nullable(), 'Time at which it ended; null while it runs.', exampleTimes.now),
  })
  .meta({ id: 'JobSnapshot', description: 'A job at the time of an event.' });

/** Why the operation failed for a user. */
export const jobFailureShape = z
  .strictObject({
    userId: describeByKind(idOf('user')),
    code: field(z.string(), 'Error code.', 'NOT_FOUND'),
    message: field(z.string(), 'Error message.', 'There is no such role.'),
  })
  .meta({ id: 'JobFailure', description: 'Why the operation of a job failed for a user.' });
export type JobFailure = z.infer<typeof jobFailureShape>;
export const jobFailures = z.array(jobFailureShape).describe(`The first ${maxJobFailures} failures.`);
