import { z } from 'zod';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { grantEndpoints } from '../../vocabulary/events.ts';
import { grantInput, requireEnd } from './grant-endings.ts';

export const revokeGrant = defineOperation({
  name: 'revokeGrant',
  summary: 'End a grant that its application or its user gives back. NOT_FOUND if it has ended before.',
  permission: 'issuer',
  route: null,
  input: z.strictObject({ grantId: grantInput, endpoint: z.enum(grantEndpoints) }),
  output: { user: entity('User', 'The user of the grant.') },
  always: ['User.Grant.Revoked'],
  async run({ tx, emit }, { grantId, endpoint }) {
    const { userId, data } = await requireEnd(tx, grantId);
    emit('User.Grant.Revoked', userId, { ...data, endpoint });
    return { user: userId };
  },
});
