import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { deleteRecordsOfApplication } from '../../store/oidc-records.ts';
import { lockApplication } from '../../store/records.ts';
import { applicationOf } from '../../store/shapes.ts';

export const setApplicationSuspended = defineOperation({
  name: 'setApplicationSuspended',
  summary: 'Suspend an application, which ends its tokens at once, or reactivate one.',
  permission: 'applications:write',
  route: { method: 'PATCH', path: '/applications/:id/is-suspended' },
  input: z.strictObject({
    id: idSchema.describe('The application to suspend or reactivate.'),
    isSuspended: z.boolean().describe('true suspends, false reactivates.'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
  always: ['Application.SuspensionStatus.Updated'],
  async run({ tx, now, emit, unchanged }, { id, isSuspended }) {
    const before = await lockApplication(tx, id);
    if ((before.suspendedAt !== null) === isSuspended) return unchanged({ application: id });
    const application = await tx.application.update({
      where: { id },
      data: { suspendedAt: isSuspended ? now : null, revision: { increment: 1 } },
    });
    if (isSuspended) await deleteRecordsOfApplication(tx, id);
    emit('Application.SuspensionStatus.Updated', id, { application: applicationOf(application) });
    return { application: id };
  },
});
