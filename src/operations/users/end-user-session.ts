import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { endSession } from '../../store/sessions/sessions.ts';
import { exampleSessionId, field } from '../../vocabulary/shape-parts.ts';

export const endUserSession = defineOperation({
  name: 'endUserSession',
  summary:
    'End one session of a user: what applications obtained in it ends at once, including offline access. Other sessions continue.',
  words: {
    title: 'End a session of {userId}',
    button: 'End session',
    danger: 'What applications obtained in this session ends at once, offline access included.',
  },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'DELETE', path: '/users/:userId/sessions/:sessionId' },
  input: z.strictObject({
    userId: recordId('user'),
    sessionId: field(idSchema(), 'The session: the claim `session_id` of its tokens.', exampleSessionId),
  }),
  output: { user: entity('User') },
  always: ['User.Session.Ended'],
  async run({ tx, now, emit }, { userId, sessionId }) {
    const user = await lockUser(tx, userId);
    const ended = await endSession(tx, { userId, sessionId, now });
    if (!ended) throw notFound('session', 'sessionId');
    emit('User.Session.Ended', userId, { user: userOf(user), sessionId, ...ended });
    return { user: userId };
  },
});
