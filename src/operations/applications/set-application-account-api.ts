import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { requireMayUseAccountApi, requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationAccountApi = defineOperation({
  name: 'setApplicationAccountApi',
  summary:
    'Allow an application to obtain access tokens of its users for the Account API, or forbid it, which ends those that it has. Only a first-party application that signs people in can be allowed.',
  words: {
    title: 'Allow or forbid the Account API for {applicationId}',
    button: 'Allow or forbid the Account API',
    danger: null,
    when: {
      field: 'accountApiAllowed',
      values: {
        true: {
          title: 'Allow the Account API for {applicationId}',
          button: 'Allow the Account API',
          note: 'Only a first-party application that signs people in can be allowed.',
          danger: null,
        },
        false: {
          title: 'Forbid the Account API for {applicationId}',
          button: 'Forbid the Account API',
          danger: 'People can no longer look after their account in it: its tokens for the Account API end at once.',
        },
      },
    },
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/account-api' },
  input: z.strictObject({
    applicationId: recordId('application'),
    accountApiAllowed: z
      .boolean()
      .describe('Whether the application may obtain access tokens of its users for the Account API.'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  async run({ tx, now, emit, unchanged }, { applicationId, accountApiAllowed }) {
    const before = await lockApplication(tx, applicationId);
    requireNotBuiltIn(before);
    if (accountApiAllowed) requireMayUseAccountApi(before);
    if (before.accountApiAllowed === accountApiAllowed) return unchanged({ application: applicationId });
    const application = await tx.application.update({ where: { id: applicationId }, data: { accountApiAllowed } });
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application, now),
      ...changeOf(applicationOf(before, now), ['accountApiAllowed']),
    });
    return { application: applicationId };
  },
});
