import {
  jobFailureShape,
  jobFailuresMeaning,
  type JobOperation as Operation,
  type JobState as State,
  jobShape,
  jobStates,
} from '../../vocabulary/job-shapes.ts';
import { readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { Named, Node } from './node.ts';

const JobOperation = textEnum<Operation>('JobOperation', 'Operation that a job runs for each user.', {
  assignUserRoles: 'Assign roles.',
  removeUserRole: 'Remove a role.',
  setUserSuspended: 'Suspend or reactivate.',
  endUserSessions: 'Sign out everywhere.',
  setOrganizationMember: 'Add to an organization, or replace the organization roles of a member.',
  removeOrganizationMember: 'Remove from an organization.',
  deleteUser: 'Delete.',
});
const JobState = textEnum<State>('JobState', 'State of a job.', jobStates);

const { input, state, reason, total, succeeded, failed, requestId, createdAt, finishedAt } = jobShape.shape;

const JobFailure = outputTypeOf(jobFailureShape, 'JobFailure', jobFailureShape.meta()?.description);

builder.prismaObject('Job', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'An operation that runs for many users in the background. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    operation: t.field({
      type: JobOperation,
      select: { operation: true },
      description: 'The operation that it runs for each user.',
      resolve: (job) => job.operation as Operation,
    }),
    input: t.field({
      type: 'JSONObject',
      select: { input: true },
      description: input.description ?? '',
      resolve: (job) => job.input as Record<string, unknown>,
    }),
    state: t.field({
      type: JobState,
      select: { state: true },
      description: state.description ?? '',
      resolve: (job) => job.state as State,
    }),
    reason: t.exposeString('reason', { nullable: true, description: reason.description ?? '' }),
    total: t.exposeInt('total', { description: total.description ?? '' }),
    succeeded: t.exposeInt('succeeded', { description: succeeded.description ?? '' }),
    failed: t.exposeInt('failed', { description: failed.description ?? '' }),
    failures: t.field({
      type: [JobFailure],
      select: { failures: true },
      description: jobFailuresMeaning,
      resolve: (job) => job.failures as Record<string, unknown>[],
    }),
    requestId: t.id({
      select: { cause: true },
      description: requestId.description ?? '',
      resolve: (job) => (job.cause as { requestId: string }).requestId,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: createdAt.description ?? '' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: finishedAt.description ?? '',
    }),
  }),
});
