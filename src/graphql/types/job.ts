import {
  jobFailureShape,
  jobFailures,
  type JobOperation as Operation,
  type JobState as State,
  jobShape,
  jobStates,
} from '../../vocabulary/records/job-shapes.ts';
import { readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputTypeOf } from '../schema/outputs.ts';
import { describedBy, exposeShape } from '../schema/shapes.ts';
import { Named, Node } from './node.ts';

textEnum<Operation>('JobOperation', 'Operation that a job runs for each user.', {
  assignUserRoles: 'Assign roles.',
  removeUserRole: 'Remove a role.',
  setUserSuspended: 'Suspend or reactivate.',
  endUserSessions: 'Sign out everywhere.',
  setOrganizationMember: 'Add to an organization, or replace the organization roles of a member.',
  removeOrganizationMember: 'Remove from an organization.',
  deleteUser: 'Delete.',
});
textEnum<State>('JobState', 'State of a job.', jobStates);

const JobFailure = outputTypeOf(jobFailureShape, 'JobFailure', jobFailureShape.meta()?.description);

builder.prismaObject('Job', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'An operation that runs for many users in the background. Requires the permission users:read.',
  authScopes: readableWith('users:read'),
  fields: (t) => ({
    ...exposeShape(t, jobShape),
    failures: t.field({
      type: [JobFailure],
      select: { failures: true },
      ...describedBy(jobFailures),
      resolve: (job) => job.failures as Record<string, unknown>[],
    }),
    requestId: t.id({
      select: { cause: true },
      ...describedBy(jobShape.shape.requestId),
      resolve: (job) => (job.cause as { requestId: string }).requestId,
    }),
  }),
});
