import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { requireTokenExchange } from '../../domain/oauth/application.ts';
import { recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationManagementApi = defineOperation({
  name: 'setApplicationManagementApi',
  summary:
    'Allow an application that may exchange tokens to exchange them for the Management API as well, or forbid it, which ends the tokens that it has obtained so. Only a caller with every permission can allow it.',
  words: {
    title: 'Allow or forbid the Management API for {applicationId}',
    button: 'Allow or forbid the Management API',
    danger: null,
    when: {
      field: 'managementApiAllowed',
      values: {
        true: {
          title: 'Allow the Management API for {applicationId}',
          button: 'Allow the Management API',
          note: 'Only someone with every permission can allow it.',
          danger: null,
        },
        false: {
          title: 'Forbid the Management API for {applicationId}',
          button: 'Forbid the Management API',
          danger: 'Tokens for the Management API that it has obtained by exchange end at once.',
        },
      },
    },
  },
  permission: 'applications:write',
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/management-api' },
  input: z.strictObject({
    applicationId: recordId('application'),
    managementApiAllowed: z
      .boolean()
      .describe('Whether the application may exchange tokens for the Management API. Requires tokenExchangeAllowed.'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  async run({ tx, actor, now, emit, unchanged }, { applicationId, managementApiAllowed }) {
    const before = await lockApplication(tx, applicationId);
    if (before.managementApiAllowed === managementApiAllowed) return unchanged({ application: applicationId });
    if (managementApiAllowed) {
      requireTokenExchange(before, 'managementApiAllowed');
      await assertMayGrant({ tx, actor }, { everything: true });
    }
    const application = await tx.application.update({
      where: { id: applicationId },
      data: { managementApiAllowed },
    });
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application, now),
      ...changeOf(applicationOf(before, now), ['managementApiAllowed']),
    });
    return { application: applicationId };
  },
});
