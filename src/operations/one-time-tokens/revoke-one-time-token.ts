import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { requireUnused } from '../../domain/people/one-time-token.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockToken } from '../../store/one-time-tokens/tokens.ts';
import { oneTimeTokenOf } from '../../store/records/shapes.ts';
import { kinds } from '../../vocabulary/kinds.ts';

export const revokeOneTimeToken = defineOperation({
  name: 'revokeOneTimeToken',
  summary: 'Revoke a one-time token that was not used.',
  words: {
    title: 'Revoke {oneTimeTokenId}',
    button: 'Revoke one-time link',
    danger: 'The link stops working at once. There is no way back.',
  },
  permission: 'users:write',
  route: { method: 'POST', path: '/one-time-tokens/:oneTimeTokenId/revoke' },
  input: z.strictObject({ oneTimeTokenId: idSchema('oneTimeToken').describe('The token to revoke.') }),
  output: { oneTimeToken: entity('OneTimeToken', 'The revoked token.') },
  always: ['OneTimeToken.Revoked'],
  async run({ tx, now, emit, unchanged }, { oneTimeTokenId }) {
    const before = await lockToken(tx, oneTimeTokenId);
    if (!before) throw notFound(kinds.oneTimeToken.label, 'oneTimeTokenId');
    requireUnused(before);
    if (before.revokedAt) return unchanged({ oneTimeToken: oneTimeTokenId });
    const token = await tx.oneTimeToken.update({ where: { id: oneTimeTokenId }, data: { revokedAt: now } });
    emit('OneTimeToken.Revoked', oneTimeTokenId, { oneTimeToken: oneTimeTokenOf(token) });
    return { oneTimeToken: oneTimeTokenId };
  },
});
