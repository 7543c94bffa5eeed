import { z } from 'zod';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { endSession } from '../../store/sessions/sessions.ts';

export const signOut = defineOperation({
  name: 'signOut',
  summary: 'End the session of a user who signs out. What applications obtained in it ends, except for offline access.',
  permission: 'issuer',
  route: null,
  input: z.strictObject({
    userId: recordId('user'),
    sessionId: idSchema().describe('The session: the claim `session_id` of its tokens.'),
  }),
  output: { user: entity('User') },
  always: ['User.SignedOut'],
  async run({ tx, now, emit, unchanged }, { userId, sessionId }) {
    const user = await lockUser(tx, userId);
    const ended = await endSession(tx, { userId, sessionId, now, isSignOut: true });
    // Another request has ended it, with an event of its own.
    if (!ended) return unchanged({ user: userId });
    emit('User.SignedOut', userId, { user: userOf(user), sessionId, ...ended });
    return { user: userId };
  },
});
