import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { requireTokenExchange } from '../../domain/oauth/application.ts';
import { recordId } from '../../domain/text.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationImpersonation = defineOperation({
  name: 'setApplicationImpersonation',
  summary:
    'Allow administrators to act as other users through an application that may exchange tokens, or forbid it, which ends what goes on. Only a caller with every permission can allow it.',
  words: {
    title: 'Allow or forbid impersonation through {applicationId}',
    button: 'Allow or forbid impersonation',
    danger: null,
    when: {
      field: 'impersonationAllowed',
      values: {
        true: {
          title: 'Allow impersonation through {applicationId}',
          button: 'Allow impersonation',
          note: 'Only someone with every permission can allow it. Administrators can then act as other users in it, and the users see it.',
          danger: null,
        },
        false: {
          title: 'Forbid impersonation through {applicationId}',
          button: 'Forbid impersonation',
          danger: 'Administrators can no longer act as other users through it. What goes on ends at once.',
        },
      },
    },
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/impersonation' },
  input: z.strictObject({
    applicationId: recordId('application'),
    impersonationAllowed: z
      .boolean()
      .describe('Whether administrators may act as other users through it. Requires tokenExchangeAllowed.'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  sometimes: ['User.Impersonation.Ended'],
  async run(context, { applicationId, impersonationAllowed }) {
    const { tx, now, emit, unchanged } = context;
    const before = await lockApplication(tx, applicationId);
    if (before.impersonationAllowed === impersonationAllowed) return unchanged({ application: applicationId });
    if (impersonationAllowed) {
      requireTokenExchange(before, 'impersonationAllowed');
      await assertMayGrant(context, { everything: true });
    }
    const application = await tx.application.update({ where: { id: applicationId }, data: { impersonationAllowed } });
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application, now),
      ...changeOf(applicationOf(before, now), ['impersonationAllowed']),
    });
    if (!impersonationAllowed) await endImpersonations(context, { applicationId });
    return { application: applicationId };
  },
});
