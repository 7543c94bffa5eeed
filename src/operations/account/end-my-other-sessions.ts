import { z } from 'zod';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { endOtherSessions } from '../../store/sessions/other-sessions.ts';
import { changingMyAccount, lockMyAccount } from './my-account.ts';

export const endMyOtherSessions = defineOperation({
  ...changingMyAccount,
  name: 'endMyOtherSessions',
  summary:
    'End all your sessions but this one, with what applications obtained in them, including offline access. Applications renew their access tokens, in this session as well.',
  route: { method: 'POST', path: '/sessions/end-others' },
  input: z.strictObject({}),
  always: ['User.Sessions.Ended'],
  sometimes: ['User.Impersonation.Ended'],
  async run(context) {
    const { tx, actor, emit } = context;
    const user = await lockMyAccount(context);
    const exceptSessionId = actor.sessionId ?? null;
    const sessionEpoch = await endOtherSessions(tx, { userId: user.id, sessionId: exceptSessionId });
    emit('User.Sessions.Ended', user.id, { user: userOf(user), exceptSessionId, sessionEpoch });
    await endImpersonations(context, { administratorId: user.id });
    return {};
  },
});
