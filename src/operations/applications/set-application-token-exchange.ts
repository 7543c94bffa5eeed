import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { requireMayExchange } from '../../domain/oauth/application.ts';
import { recordId } from '../../domain/text.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationTokenExchange = defineOperation({
  name: 'setApplicationTokenExchange',
  summary:
    'Allow an application to exchange tokens, or forbid it; that forbids exchanges for the Management API and impersonation, too. Only confidential first-party applications can be allowed.',
  words: {
    title: 'Allow or forbid token exchange for {applicationId}',
    button: 'Allow or forbid token exchange',
    danger: null,
    when: {
      field: 'tokenExchangeAllowed',
      values: {
        true: {
          title: 'Allow token exchange for {applicationId}',
          button: 'Allow token exchange',
          note: 'It may then exchange tokens within its rules; without rules, for any API. It never gets more than each person may do.',
          danger: null,
        },
        false: {
          title: 'Forbid token exchange for {applicationId}',
          button: 'Forbid token exchange',
          danger:
            'It can no longer act for people: it gets no more tokens by exchange. Those for the Management API end at once, the others when they expire.',
        },
      },
    },
  },
  permission: 'applications:write',
  record: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/token-exchange' },
  input: z.strictObject({
    applicationId: recordId('application'),
    tokenExchangeAllowed: z.boolean().describe('Whether the application may exchange tokens (RFC 8693).'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  sometimes: ['User.Impersonation.Ended'],
  async run(context, { applicationId, tokenExchangeAllowed }) {
    const { tx, now, emit, unchanged } = context;
    const before = await lockApplication(tx, applicationId);
    if (tokenExchangeAllowed) requireMayExchange(before);
    if (before.tokenExchangeAllowed === tokenExchangeAllowed) return unchanged({ application: applicationId });
    // Turned on again by another caller, these would follow without a caller who may allow them.
    const without = { managementApiAllowed: false, impersonationAllowed: false };
    const changes = changesTo(before, { tokenExchangeAllowed, ...without });
    const application = await tx.application.update({ where: { id: applicationId }, data: changes });
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application, now),
      ...changeOf(applicationOf(before, now), Object.keys(changes)),
    });
    if (before.impersonationAllowed) await endImpersonations(context, { applicationId });
    return { application: applicationId };
  },
});
