import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { endUserKeepingAdministrator } from '../../store/access/administrators.ts';
import { useDeletionUndo } from '../../store/account/undos.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser, reactivated } from '../../store/records/users.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const setUserSuspended = defineOperation({
  name: 'setUserSuspended',
  summary:
    'Suspend a user, which ends all sessions and tokens at once, or reactivate the user. Of an account that its person has deleted, either ends the link that keeps it; only a reactivation keeps it.',
  words: {
    title: 'Suspend or reactivate {userId}',
    button: 'Suspend or reactivate',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: 'Suspend {userId}',
          button: 'Suspend {userId}',
          danger: 'All sessions and tokens end at once. Nobody can sign in to this account until it is reactivated.',
        },
        false: { title: 'Reactivate {userId}', button: 'Reactivate {userId}', danger: null },
      },
    },
  },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/is-suspended' },
  input: z.strictObject({
    userId: idSchema('user').describe('The user to suspend or reactivate.'),
    isSuspended: field(z.boolean(), '`true` suspends, `false` reactivates.', true),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.SuspensionStatus.Updated'],
  sometimes: ['User.Impersonation.Ended'],
  async run(context, { userId, isSuspended }) {
    const { tx, now, emit, unchanged } = context;
    const before = await lockUser(tx, userId);
    // The decision about an account that is due for deletion is no longer that of its person.
    const endsLink = before.deletionDueAt !== null && (await useDeletionUndo(tx, userId, now));
    if ((before.suspendedAt !== null) === isSuspended && !endsLink) return unchanged({ user: before });
    const data = isSuspended ? { suspendedAt: now } : reactivated;
    const change = () => tx.user.update({ where: { id: userId }, data });
    const user = isSuspended ? await endUserKeepingAdministrator(tx, userId, change) : await change();
    const ending = isSuspended && { sessionEpoch: user.sessionEpoch };
    emit('User.SuspensionStatus.Updated', userId, { user: userOf(user), ...ending });
    if (isSuspended) await endImpersonations(context, { administratorId: userId });
    return { user };
  },
});

export const setUsersSuspended = defineBulk(setUserSuspended, {
  name: 'setUsersSuspended',
  summary: 'Suspend many users, which ends their sessions and tokens at once, or reactivate them.',
  words: {
    title: 'Suspend or reactivate {items}',
    button: 'Suspend or reactivate',
    danger: null,
    when: {
      field: 'isSuspended',
      values: {
        true: {
          title: 'Suspend {items}',
          button: 'Suspend {items}',
          danger: 'All of their sessions and tokens end at once. They cannot sign in until they are reactivated.',
        },
        false: { title: 'Reactivate {items}', button: 'Reactivate {items}', danger: null },
      },
    },
  },
  shared: ['isSuspended'],
});
