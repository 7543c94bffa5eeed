import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { notFound } from '../../domain/failure.ts';
import { idSchema, recordId } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { findIdentity, unlinkIdentity } from '../../store/identity-providers/identities.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';
import { kinds } from '../../vocabulary/kinds.ts';

export const unlinkUserIdentity = defineOperation({
  name: 'unlinkUserIdentity',
  summary: 'Unlink an account at an identity provider from a user. From then on only the user can link it again.',
  words: {
    title: 'Unlink an identity of {userId}',
    button: 'Unlink identity',
    danger:
      'The person cannot sign in with it any more. Sessions go on. Only the person can link it again: a matching email address does not.',
  },
  permission: 'users:write',
  recentSignIn: true,
  record: 'userId',
  route: { method: 'DELETE', path: '/users/:userId/identities/:identityId' },
  input: z.strictObject({
    userId: recordId('user'),
    identityId: idSchema('userIdentity').describe('The identity to unlink.'),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  async run({ tx, actor, now, emit }, { userId, identityId }) {
    const user = await lockUser(tx, userId);
    // Without their ways to sign in, an administrator could be kept out.
    await assertMayGrant({ tx, actor }, { holderId: userId });
    const identity = await findIdentity(tx, userId, identityId);
    if (!identity) throw notFound(`${kinds.userIdentity.label} of this user`, 'identityId');
    await unlinkIdentity(tx, identity.id, now);
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(user), ['identities']) });
    return { user: userId };
  },
});
