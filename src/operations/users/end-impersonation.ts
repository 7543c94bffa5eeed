import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockUser } from '../../store/records/users.ts';
import { exampleGrantId, field } from '../../vocabulary/shape-parts.ts';

export const endImpersonation = defineOperation({
  name: 'endImpersonation',
  summary: 'End an impersonation of a user: its tokens end at once, with those that were exchanged from them.',
  words: {
    title: 'End an impersonation of {userId}',
    button: 'End impersonation',
    danger: 'The tokens of the administrator who acts as this user end at once.',
  },
  permission: 'users:impersonate',
  route: { method: 'DELETE', path: '/users/:userId/impersonations/:grantId' },
  input: z.strictObject({
    userId: recordId('user'),
    grantId: field(idSchema(), 'The grant of the impersonation: the claim `grant_id` of its tokens.', exampleGrantId),
  }),
  output: { user: entity('User') },
  always: ['User.Impersonation.Ended'],
  async run(context, { userId, grantId }) {
    await lockUser(context.tx, userId);
    if (!(await endImpersonations(context, { userId, grantId }))) throw notFound('impersonation', 'grantId');
    return { user: userId };
  },
});
