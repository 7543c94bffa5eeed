import { z } from 'zod';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { usedOnce } from '../../vocabulary/events.ts';
import { grantInput, requireEnd } from './grant-endings.ts';

export const reportReplay = defineOperation({
  name: 'reportReplay',
  summary:
    'End a grant whose code or refresh token was used a second time (RFC 6749 §4.1.2, RFC 9700 §4.14.2). NOT_FOUND if it has ended before.',
  permission: 'issuer',
  route: null,
  input: z.strictObject({ grantId: grantInput, credential: z.enum(usedOnce) }),
  output: { user: entity('User', 'The user of the grant.') },
  always: ['User.Grant.Replayed'],
  async run({ tx, emit }, { grantId, credential }) {
    const { userId, data } = await requireEnd(tx, grantId);
    emit('User.Grant.Replayed', userId, { ...data, credential });
    return { user: userId };
  },
});
