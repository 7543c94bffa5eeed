import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { exampleGrantId, field } from '../../vocabulary/shape-parts.ts';
import { lockMyAccount, ofMyAccount } from './my-account.ts';

export const endMyImpersonation = defineOperation({
  ...ofMyAccount,
  name: 'endMyImpersonation',
  summary: 'End that an administrator acts as you: at once where the validity of tokens is checked.',
  route: { method: 'DELETE', path: '/impersonations/:grantId' },
  input: z.strictObject({
    grantId: field(idSchema(), 'The impersonation: the claim `grant_id` of its tokens.', exampleGrantId),
  }),
  always: ['User.Impersonation.Ended'],
  async run(context, { grantId }) {
    const { id: userId } = await lockMyAccount(context);
    if (!(await endImpersonations(context, { userId, grantId }))) throw notFound('impersonation', 'grantId');
    return {};
  },
});
