import { z } from 'zod';
import { badUserInput, conflict } from '../../domain/failure.ts';
import { typedIdentifier } from '../../domain/people/identifiers.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Row } from '../../platform/database/database.ts';
import { endUserKeepingAdministrator } from '../../store/access/administrators.ts';
import { administeredAlone, lockAdministered } from '../../store/access/organization-administrators.ts';
import { addUndo, newUndoLink } from '../../store/account/undos.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { exampleTimes, field, time } from '../../vocabulary/shape-parts.ts';
import { changingMyAccount, lockMyAccount, myId, noticeAbout, requireAllowed } from './my-account.ts';

export const deleteMyAccount = defineOperation({
  ...changingMyAccount,
  name: 'deleteMyAccount',
  summary:
    'Delete your account. It is suspended at once, which ends all sessions and tokens, and deleted after seven days. Until then the link in a message to your verified address keeps it.',
  recentSignIn: true,
  route: { method: 'POST', path: '/deletion' },
  input: z.strictObject({
    confirmation: field(
      z.string().max(512),
      'Your email address, phone number or username, as you type it to sign in. The id of an account that has none of them.',
      'ada@example.com',
    ),
  }),
  output: { deletionDueAt: field(time, 'Time at which the account is deleted.', exampleTimes.later) },
  always: ['User.SuspensionStatus.Updated', 'User.Sessions.Ended'],
  sometimes: ['User.Impersonation.Ended'],
  queuesMessages: true,
  prepare: (services) => Promise.resolve({ secretBox: services.secretBox, link: newUndoLink(services) }),
  async run(context, { confirmation }, { secretBox, link }) {
    const { tx, actor, now, emit } = context;
    const userId = myId(actor);
    // Before the user, as everywhere.
    await lockAdministered(tx, userId);
    const before = await lockMyAccount(context);
    await requireAllowed(tx, { confirmation: 'deletion' });
    if (!confirms(before, confirmation))
      throw badUserInput('Must be the email address, phone number or username of the account.', 'confirmation').because(
        'wrong-confirmation',
      );
    if ((await administeredAlone(tx, userId)).length)
      throw conflict(
        'You are the last administrator of an organization: make another member one.',
        'confirmation',
      ).because('last-organization-administrator');
    const since = actor.authenticatedAt ?? now;
    const dueAt = await addUndo(tx, secretBox, { link, userId, kind: 'deletion', before: null, since, now });
    // While the session is there, whose browser the message names.
    const content = { template: 'account-deletion', link: link.url, until: dueAt } as const;
    await queueAccountNotice(tx, secretBox, noticeAbout(context, before), content);
    const suspend = () => tx.user.update({ where: { id: userId }, data: { suspendedAt: now, deletionDueAt: dueAt } });
    const after = await endUserKeepingAdministrator(tx, userId, suspend, 'confirmation');
    const ended = { user: userOf(after), sessionEpoch: after.sessionEpoch };
    emit('User.SuspensionStatus.Updated', userId, ended);
    emit('User.Sessions.Ended', userId, { ...ended, exceptSessionId: null });
    await endImpersonations(context, { administratorId: userId });
    return { deletionDueAt: dueAt.toISOString() };
  },
});

function confirms({ id, email, phone, username }: Row<'user'>, confirmation: string): boolean {
  const identifiers = [email, phone, username].filter((identifier) => identifier !== null);
  return (identifiers.length ? identifiers : [id]).includes(typedIdentifier(confirmation));
}
