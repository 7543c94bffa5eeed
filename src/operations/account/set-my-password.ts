import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { passwordSchema } from '../../domain/people/identifiers.ts';
import { noticeLanguage } from '../../domain/people/notice-language.ts';
import { contextWords, passwordProblem } from '../../domain/people/password-policy.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, type RunContext } from '../../kernel/operation.ts';
import { findPasswordProblem, refuseProblem } from '../../kernel/password-rules.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Row } from '../../platform/database/database.ts';
import { requireWaysIn } from '../../store/account/ways-in.ts';
import { meansWithout } from '../../store/flows/remaining-ways.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { queuePasswordNotice } from '../../store/messages/password-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { endOtherSessions } from '../../store/sessions/other-sessions.ts';
import { withPassword } from '../../store/sessions/sessions.ts';
import { changingMyAccount, lockMyAccount, noticeAbout, requireAllowed } from './my-account.ts';

export const setMyPassword = defineOperation({
  ...changingMyAccount,
  name: 'setMyPassword',
  summary: 'Set your password, or remove it if another way to sign in is left. A message reports it.',
  recentSignIn: true,
  route: { method: 'PUT', path: '/password' },
  queuesMessages: true,
  input: z.strictObject({
    password: passwordSchema
      .nullable()
      .describe(
        'Password, 8 to 256 characters. Refused if it is a common password, or consists of your names and addresses. Null removes it.',
      ),
    endsOtherSessions: z
      .boolean()
      .default(true)
      .describe(
        'Whether all other sessions end. Applications then renew their access tokens, in this session as well.',
      ),
  }),
  always: ['User.Data.Updated'],
  sometimes: ['User.Sessions.Ended', 'User.Impersonation.Ended'],
  async prepare(services, { password }) {
    const { passwords, secretBox } = services;
    const common = { secretBox, without: await meansWithout(services) };
    if (password === null) return { ...common, passwordHash: null };
    refuseProblem(await findPasswordProblem(passwords, password));
    return { ...common, passwordHash: await passwords.hash(password) };
  },
  async run(context, { password, endsOtherSessions }, { passwordHash, secretBox, without }) {
    const { tx, actor, emit, unchanged } = context;
    const before = await lockMyAccount(context);
    const { id } = before;
    await requireAllowed(tx, { password: 'password' });
    if (password !== null) refuseProblem(passwordProblem(password, { words: contextWords({ user: before }) }));
    else if (!(await withPassword(tx, [id])).has(id)) return unchanged({});
    else await requireWaysIn(tx, { user: before, without, change: (ways) => ({ ...ways, hasPassword: false }) });
    const user = await tx.user.update({ where: { id }, data: { passwordHash, passwordResetRequiredAt: null } });
    const fields = ['password', ...(before.passwordResetRequiredAt ? ['passwordResetRequiredAt'] : [])];
    emit('User.Data.Updated', id, { user: userOf(user), ...changeOf(userOf(before), fields) });
    await queueNotice(context, before, { secretBox, isRemoved: password === null });
    if (!endsOtherSessions) return {};
    const exceptSessionId = actor.sessionId ?? null;
    const sessionEpoch = await endOtherSessions(tx, { userId: id, sessionId: exceptSessionId });
    emit('User.Sessions.Ended', id, { user: userOf(user), exceptSessionId, sessionEpoch });
    await endImpersonations(context, { administratorId: id });
    return {};
  },
});

async function queueNotice(
  context: Pick<RunContext<never>, 'tx' | 'actor' | 'ids' | 'now'>,
  user: Row<'user'>,
  { secretBox, isRemoved }: { secretBox: SecretBox; isRemoved: boolean },
): Promise<void> {
  const { tx, ids, now } = context;
  if (isRemoved) return queueAccountNotice(tx, secretBox, noticeAbout(context, user), { change: 'password-removed' });
  const recipient = { email: user.email, isEmailVerified: user.emailVerifiedAt !== null };
  const notice = { id: ids.next('message'), user: recipient, language: noticeLanguage(user), now };
  await queuePasswordNotice(tx, secretBox, notice);
}
