import { z } from 'zod';
import { conflict, forbidden } from '../../domain/failure.ts';
import {
  checkTotal,
  jobInputShape,
  isForRecentSignIn,
  jobOperationSchema,
  permissionsOfJob,
  readJobInput,
  type Starter,
} from '../../domain/jobs.ts';
import type { Actor } from '../../kernel/actor.ts';
import { defineOperation, entity, type RunContext } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { requireRecentSignIn } from '../../kernel/recent-sign-in.ts';
import { users } from '../../reads/lists/users.ts';
import { type JobUsers, usersOfJob } from '../../reads/lists/users-of-job.ts';
import { lockUnfinishedJobs } from '../../store/jobs.ts';
import { lock, lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { jobOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import {
  type JobFailure,
  jobFailureShape,
  type JobOperation,
  maxJobRecords,
  maxSample,
  maxUnfinishedJobs,
} from '../../vocabulary/records/job-shapes.ts';
import { examples, exampleTimes, field } from '../../vocabulary/shape-parts.ts';

interface JobReferences {
  organizationId: string | undefined;
  roleId: string | undefined;
  roleIds: string[] | undefined;
  organizationRoleIds: string[] | undefined;
}

type Context = Pick<RunContext<never>, 'tx' | 'actor' | 'now'>;

export const startJob = defineOperation({
  name: 'startJob',
  summary: `Run an operation for all users that match, at most ${maxJobRecords}, in the background: one by one, each with its events, as the caller and with the rights that it then holds. The caller itself is left out. A dry run counts them, and tries the first.`,
  words: {
    title: 'Run for many people',
    button: 'Start job',
    note: 'Your own account is left out.',
    danger: null,
    when: {
      field: 'operation',
      values: {
        setUserSuspended: {
          title: 'Suspend or reactivate all people that match',
          button: 'Start job',
          danger: null,
          when: {
            field: 'isSuspended',
            values: {
              true: {
                title: 'Suspend all people that match',
                button: 'Suspend people',
                danger: 'All of their sessions and tokens end at once. They cannot sign in until they are reactivated.',
              },
              false: { title: 'Reactivate all people that match', button: 'Reactivate people', danger: null },
            },
          },
        },
        deleteUser: {
          title: 'Delete all people that match',
          button: 'Delete people',
          danger: 'Their accounts, memberships, sessions and tokens end. There is no way back.',
        },
        endUserSessions: {
          title: 'End all sessions of all people that match',
          button: 'End all sessions',
          danger: 'Sessions, pending sign-ins, grants and tokens end.',
        },
        assignUserRoles: { title: 'Assign {roleIds} to all people that match', button: 'Assign roles', danger: null },
        removeUserRole: {
          title: 'Remove {roleId} from all people that match',
          button: 'Remove role',
          danger: 'What this role grants to them ends.',
        },
        setOrganizationMember: {
          title: 'Add all people that match to {organizationId}',
          button: 'Add people',
          danger: null,
        },
        removeOrganizationMember: {
          title: 'Remove all people that match from {organizationId}',
          button: 'Remove people',
          danger: 'Their memberships end, with their organization roles.',
        },
      },
    },
  },
  permission: 'users:write',
  route: { method: 'POST', path: '/jobs' },
  input: z.strictObject({
    operation: jobOperationSchema,
    filter: users.filter
      .meta({ id: 'UserFilter', description: 'Conditions; a user must meet all of them.' })
      .describe('Conditions; a user must meet all of them. Empty for all users. Others require users:read.')
      .register(examples, { example: { isSuspended: false, lastSignInBefore: exampleTimes.before } }),
    search: field(
      z.string().max(256).optional(),
      'Only users that a search finds. Requires users:read.',
      '@example.com',
    ),
    ...jobInputShape,
  }),
  output: {
    job: entity('Job', 'The new job.'),
    sampleSize: field(
      z.int(),
      `Number of users that a dry run tried: at most the first ${maxSample} that match, and none without users:read. 0 if it is no dry run.`,
      0,
    ),
    sampleFailures: field(
      z.array(jobFailureShape),
      'Users of the sample for which the operation would fail, each with the reason.',
      [],
    ),
  },
  always: ['Job.Started'],
  async run(context, { operation, filter, search, ...values }) {
    const { tx, actor, ids, now, emit } = context;
    const missing = permissionsOfJob(operation).filter((permission) => !actor.permissions.has(permission));
    if (missing.length) throw forbidden(...missing);
    if (isForRecentSignIn(operation)) requireRecentSignIn(actor);
    const input = readJobInput(operation, values);
    await checkReferences(context, values);
    await checkUnfinished(context);
    const total = await countMatching(context, filter, search);
    const { requestId, traceId, channel } = context.origin;
    const job = await tx.job.create({
      data: {
        id: ids.next('job'),
        operation,
        input: json(input),
        filter: json(filter),
        search: search ?? null,
        total,
        starter: json(await starterOf(context)),
        cause: json({ requestId, traceId: traceId ?? null, channel }),
        createdAt: now,
      },
    });
    emit('Job.Started', job.id, { job: jobOf(job) });
    return { job, ...(await dryRunOfFirst(context, operation, input, { filter, search })) };
  },
});

/** Refuses at once what the operation would refuse for each user: records that do not exist, and rights to grant. */
async function checkReferences({ tx, actor }: Context, references: Partial<JobReferences>): Promise<void> {
  const { organizationId, roleId, roleIds = [], organizationRoleIds = [] } = references;
  if (organizationId !== undefined) await lock(tx, 'organization', organizationId, 'organizationId');
  if (roleId !== undefined) await lock(tx, 'role', roleId, 'roleId');
  await lockKeyShare(tx, 'role', roleIds, 'roleIds');
  await lockKeyShare(tx, 'organizationRole', organizationRoleIds, 'organizationRoleIds');
  if (roleIds.length) await assertMayGrant({ tx, actor }, { roleIds });
  if (organizationId !== undefined && organizationRoleIds.length)
    await assertMayGrant({ tx, actor }, { organizationRoleIds, organizationId });
}

async function countMatching({ tx, actor, now }: Context, filter: object, search: string | undefined): Promise<number> {
  const where = usersOfJob({ actor, now }, { filter, search, createdAt: now });
  const total = await tx.user.count({ where, take: maxJobRecords + 1 });
  checkTotal(total, maxJobRecords);
  return total;
}

/** A starter has few jobs that wait or are in progress, so that one does not fill the queue of all others. */
async function checkUnfinished({ tx, actor }: Context): Promise<void> {
  if ((await lockUnfinishedJobs(tx, actor)) >= maxUnfinishedJobs) throw conflict(tooManyJobs);
}

const tooManyJobs = `You have started ${maxUnfinishedJobs} jobs that are not finished. Wait until one of them ends, or cancel one.`;

/** In a dry run, what the operation would do for the first users. Their ids are for callers who may read users. */
async function dryRunOfFirst(
  { tx, actor, now, nestedDryRun }: Pick<RunContext<never>, 'tx' | 'actor' | 'now' | 'nestedDryRun'>,
  operation: JobOperation,
  input: object,
  { filter, search }: Pick<JobUsers, 'filter' | 'search'>,
): Promise<{ sampleSize: number; sampleFailures: JobFailure[] }> {
  if (!nestedDryRun || !actor.permissions.has('users:read')) return { sampleSize: 0, sampleFailures: [] };
  const where = usersOfJob({ actor, now }, { filter, search, createdAt: now });
  const users = await tx.user.findMany({ where, orderBy: { id: 'asc' }, take: maxSample, select: { id: true } });
  const results = await nestedDryRun(
    operation,
    users.map(({ id }) => ({ ...input, userId: id })),
  );
  const sampleFailures = results.flatMap(({ index, failure }) =>
    failure ? [{ userId: users[index]?.id ?? '', code: failure.code, message: failure.message }] : [],
  );
  return { sampleSize: users.length, sampleFailures };
}

/**
 * The caller. If everything of its own was ended after its access token was read, that ends the job as well: it has the
 * session epoch of the access token.
 */
async function starterOf({ tx, actor }: Context): Promise<Starter> {
  const { kind, id } = actor;
  if (kind === 'visitor') throw forbidden('users:write');
  const query = { where: { id: id ?? '' }, select: { sessionEpoch: true } };
  const starter = kind === 'application' ? await tx.application.findUnique(query) : await tx.user.findUnique(query);
  const where = { id: { in: [...actor.applicationIds] } };
  const applications = await tx.application.findMany({ where, select: { id: true, sessionEpoch: true } });
  return {
    kind,
    id,
    ...rightsOf(actor),
    sessionEpoch: actor.sessionEpoch ?? starter?.sessionEpoch ?? 0,
    applicationSessionEpochs: Object.fromEntries(applications.map((one) => [one.id, one.sessionEpoch])),
    sessionId: actor.sessionId ?? null,
  };
}

const rightsOf = ({ permissions, organizations, applicationIds, exchangedBy }: Actor) => ({
  permissions: [...permissions],
  organizations: [...organizations].map(([id, held]): [string, string[]] => [id, [...held]]),
  applicationIds: [...applicationIds],
  ...(exchangedBy !== undefined && { exchangedBy }),
});
