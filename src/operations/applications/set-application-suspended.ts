import { z } from 'zod';
import { conflict } from '../../domain/failure.ts';
import { hasExpired, requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { suspend } from './suspend.ts';

export const setApplicationSuspended = defineOperation({
  name: 'setApplicationSuspended',
  summary:
    'Suspend an application, which ends its tokens at once, or reactivate it. One that has expired needs a later expiresAt first.',
  words: {
    title: 'Suspend or reactivate {applicationId}',
    button: 'Suspend or reactivate',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: 'Suspend {applicationId}',
          button: 'Suspend {applicationId}',
          danger: 'Its tokens end at once. It obtains no others until it is reactivated.',
        },
        false: { title: 'Reactivate {applicationId}', button: 'Reactivate {applicationId}', danger: null },
      },
    },
  },
  permission: 'applications:write',
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/is-suspended' },
  input: z.strictObject({
    applicationId: idSchema('application').describe('The application to suspend or reactivate.'),
    isSuspended: field(z.boolean(), '`true` suspends, `false` reactivates.', true),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.SuspensionStatus.Updated'],
  async run(context, { applicationId, isSuspended }) {
    const { tx, now, emit, unchanged } = context;
    const before = await lockApplication(tx, applicationId);
    requireNotBuiltIn(before);
    if (!isSuspended && hasExpired(before, now))
      throw conflict('The application has expired: set a later expiresAt, or none, first.', 'applicationId');
    if ((before.suspendedAt !== null) === isSuspended) return unchanged({ application: applicationId });
    if (isSuspended) {
      await suspend(context, applicationId);
      return { application: applicationId };
    }
    const application = await tx.application.update({ where: { id: applicationId }, data: { suspendedAt: null } });
    const data = { application: applicationOf(application, now), sessionEpoch: null };
    emit('Application.SuspensionStatus.Updated', applicationId, data);
    return { application: applicationId };
  },
});
