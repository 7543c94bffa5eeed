import type { AddressBefore } from '../../domain/account/undo.ts';
import { changeOf } from '../../domain/events/changes.ts';
import { conflict, notFound } from '../../domain/failure.ts';
import type { AddressKind } from '../../domain/flow/policy.ts';
import { endImpersonations } from '../../kernel/impersonations.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { findUndo, useAddressUndo, useDeletionUndo } from '../../store/account/undos.ts';
import { unlinkSince } from '../../store/identity-providers/identities.ts';
import { distrustDevices, removeFactors } from '../../store/factors/factors.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser, reactivated } from '../../store/records/users.ts';
import { endUser } from '../../store/sessions/session-epochs.ts';
import { withPassword } from '../../store/sessions/sessions.ts';
import { ofUndo } from './of-undo.ts';

export const undoAccountChange = defineOperation({
  ...ofUndo,
  name: 'undoAccountChange',
  summary:
    'Take back the change of an address by the link in a message: restore it, end all sessions, remove the factors and identities that were added since the sign-in that changed it, and the password. A deletion of the account since is taken back, too.',
  output: {},
  always: ['User.Data.Updated', 'User.Sessions.Ended'],
  sometimes: ['User.SuspensionStatus.Updated', 'User.Impersonation.Ended'],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run(context, { text }, secretBox) {
    const { tx, now, emit } = context;
    const undo = await findUndo(tx, secretBox, text, now);
    if (!undo?.before || undo.kind === 'deletion') throw notFound('link', 'text');
    const { userId, kind, before, since } = undo;
    const user = await lockUser(tx, userId);
    if (!(await useAddressUndo(tx, undo, now))) throw conflict('The link was used, or has expired.', 'text');
    const added = await tx.factor.findMany({ where: { userId, createdAt: { gte: since } }, select: { id: true } });
    if (added.length)
      await removeFactors(
        tx,
        userId,
        added.map(({ id }) => id),
      );
    const unlinked = await unlinkSince(tx, userId, { since, now });
    await distrustDevices(tx, userId);
    const hadPassword = (await withPassword(tx, [userId])).has(userId);
    const restored = await restoredAddress(tx, user, { kind, before });
    // The message about a deletion since went to an address that may be that of a thief.
    const isKept = await useDeletionUndo(tx, userId, now);
    // The person who changed the address may know the password, or have set it: a new one is set by a code to the
    // address.
    await tx.user.update({
      where: { id: userId },
      data: { ...restored, passwordHash: null, passwordResetRequiredAt: null, ...(isKept && reactivated) },
    });
    const { sessionEpoch } = await endUser(tx, userId);
    const after = userOf(await tx.user.findUniqueOrThrow({ where: { id: userId } }));
    const changed = [
      ...Object.keys(restored),
      ...(hadPassword ? ['password'] : []),
      ...(added.length ? ['factors'] : []),
      ...(unlinked ? ['identities'] : []),
    ];
    emit('User.Data.Updated', userId, { user: after, ...changeOf(userOf(user), changed), sessionEpoch });
    emit('User.Sessions.Ended', userId, { user: after, exceptSessionId: null, sessionEpoch });
    await endImpersonations(context, { administratorId: userId });
    if (isKept) emit('User.SuspensionStatus.Updated', userId, { user: after });
    return {};
  },
});

/** The address as it was. If another account has it meanwhile, this one has none: not the one that replaced it. */
async function restoredAddress(
  tx: Transaction,
  user: Row<'user'>,
  { kind, before: { address, verifiedAt } }: { kind: AddressKind; before: AddressBefore },
) {
  const holder = await tx.user.findFirst({ where: { [kind]: address }, select: { id: true } });
  const isFree = holder === null || holder.id === user.id;
  const values = isFree ? { address, verifiedAt: new Date(verifiedAt) } : { address: null, verifiedAt: null };
  return kind === 'email'
    ? { email: values.address, emailVerifiedAt: values.verifiedAt }
    : { phone: values.address, phoneVerifiedAt: values.verifiedAt };
}
