import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { endSession } from '../../store/sessions/sessions.ts';
import { exampleSessionId, field } from '../../vocabulary/shape-parts.ts';
import { changingMyAccount, lockMyAccount } from './my-account.ts';

export const endMySession = defineOperation({
  ...changingMyAccount,
  name: 'endMySession',
  summary: 'End one of your sessions: what applications obtained in it ends at once, including offline access.',
  route: { method: 'DELETE', path: '/sessions/:sessionId' },
  input: z.strictObject({
    sessionId: field(idSchema(), 'The session, which may be the one in which you call.', exampleSessionId),
  }),
  always: ['User.Session.Ended'],
  async run(context, { sessionId }) {
    const { tx, now, emit } = context;
    const user = await lockMyAccount(context);
    const ended = await endSession(tx, { userId: user.id, sessionId, now });
    if (!ended) throw notFound('session', 'sessionId');
    emit('User.Session.Ended', user.id, { user: userOf(user), sessionId, ...ended });
    return {};
  },
});
