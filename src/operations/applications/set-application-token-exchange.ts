import { z } from 'zod';
import { requireMayExchange } from '../../domain/application.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/records.ts';
import { applicationOf } from '../../store/shapes.ts';

export const setApplicationTokenExchange = defineOperation({
  name: 'setApplicationTokenExchange',
  summary: "Allow or forbid token exchange to an application that keeps a secret and is not a third party's.",
  permission: 'applications:write',
  route: { method: 'PATCH', path: '/applications/:id/token-exchange' },
  input: z.strictObject({
    id: idSchema.describe('The application whose switch is set.'),
    tokenExchangeAllowed: z.boolean().describe('The switch "Allow token exchange".'),
  }),
  output: { application: entity('Application', 'The application as it is now.') },
  always: ['Application.Data.Updated'],
  async run({ tx, emit, unchanged }, { id, tokenExchangeAllowed }) {
    const before = await lockApplication(tx, id);
    if (tokenExchangeAllowed) requireMayExchange(before);
    if (before.tokenExchangeAllowed === tokenExchangeAllowed) return unchanged({ application: id });
    const application = await tx.application.update({
      where: { id },
      data: { tokenExchangeAllowed, revision: { increment: 1 } },
    });
    emit('Application.Data.Updated', id, {
      application: applicationOf(application),
      changed: ['tokenExchangeAllowed'],
    });
    return { application: id };
  },
});
