import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { passwordSchema } from '../../domain/people/identifiers.ts';
import { contextWords, passwordProblem } from '../../domain/people/password-policy.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { findPasswordProblem, refuseProblem } from '../../kernel/password-rules.ts';
import { queuePasswordNotice } from '../../store/messages/password-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { endOtherSessions } from '../../store/sessions/other-sessions.ts';
import { noticeLanguage } from '../../domain/people/notice-language.ts';
import { changingMyAccount, lockMyAccount, requireAllowed } from './my-account.ts';

export const setMyPassword = defineOperation({
  ...changingMyAccount,
  name: 'setMyPassword',
  summary: 'Set your password. A mail reports it to your email address.',
  recentSignIn: true,
  route: { method: 'PUT', path: '/password' },
  queuesMessages: true,
  input: z.strictObject({
    password: passwordSchema.describe(
      'Password, 8 to 256 characters. Refused if it is a common password, or consists of your names and addresses.',
    ),
    endsOtherSessions: z
      .boolean()
      .default(true)
      .describe(
        'Whether all other sessions end. Applications then renew their access tokens, in this session as well.',
      ),
  }),
  always: ['User.Data.Updated'],
  sometimes: ['User.Sessions.Ended'],
  async prepare({ passwords, secretBox, ids }, { password }) {
    refuseProblem(await findPasswordProblem(passwords, password));
    return { passwordHash: await passwords.hash(password), secretBox, messageId: ids.next('message') };
  },
  async run(context, { password, endsOtherSessions }, { passwordHash, secretBox, messageId }) {
    const { tx, actor, now, emit } = context;
    const before = await lockMyAccount(context);
    const { id } = before;
    await requireAllowed(tx, { password: 'password' });
    refuseProblem(passwordProblem(password, { words: contextWords({ user: before }) }));
    const user = await tx.user.update({ where: { id }, data: { passwordHash, passwordResetRequiredAt: null } });
    const fields = ['password', ...(before.passwordResetRequiredAt ? ['passwordResetRequiredAt'] : [])];
    emit('User.Data.Updated', id, { user: userOf(user), ...changeOf(userOf(before), fields) });
    if (user.email !== null) {
      const notice = { id: messageId, recipient: user.email, language: noticeLanguage(user), now };
      await queuePasswordNotice(tx, secretBox, notice);
    }
    if (!endsOtherSessions) return {};
    const exceptSessionId = actor.sessionId ?? null;
    await endOtherSessions(tx, { userId: id, sessionId: exceptSessionId });
    emit('User.Sessions.Ended', id, { user: userOf(user), exceptSessionId });
    return {};
  },
});
