import { conflict, notFound } from '../../domain/failure.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { findUndo, useDeletionUndo } from '../../store/account/undos.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser, reactivated } from '../../store/records/users.ts';
import { ofUndo } from './of-undo.ts';

export const undoAccountDeletion = defineOperation({
  ...ofUndo,
  name: 'undoAccountDeletion',
  summary: 'Keep an account that its person has deleted, by the link in a message: it is reactivated, as it was.',
  output: {},
  always: ['User.SuspensionStatus.Updated'],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, now, emit }, { text }, secretBox) {
    const undo = await findUndo(tx, secretBox, text, now);
    if (undo?.kind !== 'deletion') throw notFound('link', 'text');
    const { userId, status } = undo;
    await lockUser(tx, userId);
    if (status !== 'valid' || !(await useDeletionUndo(tx, userId, now)))
      throw conflict('The link was used, or has expired.', 'text');
    const user = await tx.user.update({ where: { id: userId }, data: reactivated });
    emit('User.SuspensionStatus.Updated', userId, { user: userOf(user) });
    return {};
  },
});
