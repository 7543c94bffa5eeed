import { z } from 'zod';
import { requireMayExchange } from '../../domain/application.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/records/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationTokenExchange = defineOperation({
  name: 'setApplicationTokenExchange',
  summary: "Allow or forbid token exchange to an application that keeps a secret and is not a third party's.",
  permission: 'applications:write',
  subject: 'applicationId',
  route: { method: 'PATCH', path: '/applications/:applicationId/token-exchange' },
  input: z.strictObject({
    applicationId: idSchema.describe('The application whose switch is set.'),
    tokenExchangeAllowed: z.boolean().describe('The switch "Allow token exchange".'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
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
      changed: ['tokenExchangeAllowed'],
    });
    return { application: applicationId };
  },
});
