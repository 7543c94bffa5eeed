import { z } from 'zod';
import { changeOf } from '../../domain/changes.ts';
import { requireMayExchange } from '../../domain/application.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationTokenExchange = defineOperation({
  name: 'setApplicationTokenExchange',
  summary:
    'Allow an application to exchange tokens, or forbid it. Only confidential first-party applications can be allowed.',
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/token-exchange' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application.'),
    tokenExchangeAllowed: z.boolean().describe('Whether the application may exchange tokens (RFC 8693).'),
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.Data.Updated'],
  async run({ tx, emit, unchanged }, { applicationId, tokenExchangeAllowed }) {
    const before = await lockApplication(tx, applicationId);
    if (tokenExchangeAllowed) requireMayExchange(before);
    if (before.tokenExchangeAllowed === tokenExchangeAllowed) return unchanged({ application: applicationId });
    const application = await tx.application.update({
      where: { id: applicationId },
      data: { tokenExchangeAllowed },
    });
    emit('Application.Data.Updated', applicationId, {
      application: applicationOf(application),
      ...changeOf(applicationOf(before), ['tokenExchangeAllowed']),
    });
    return { application: applicationId };
  },
});
