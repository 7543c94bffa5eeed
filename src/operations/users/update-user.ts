import { z } from 'zod';
import { changesTo } from '../../domain/changes.ts';
import { emailSchema, phoneSchema, usernameSchema } from '../../domain/identifiers.ts';
import { idSchema, nameSchema, webAddressSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const updateUser = defineOperation({
  name: 'updateUser',
  summary: 'Change the identifiers, name or avatar of a user; what is left out stays as it is, null removes.',
  permission: 'users:write',
  subject: 'userId',
  route: { method: 'PATCH', path: '/users/:userId' },
  input: z.strictObject({
    userId: idSchema.describe('The user to change.'),
    username: usernameSchema.nullish(),
    email: emailSchema.nullish(),
    phone: phoneSchema.nullish(),
    name: nameSchema.nullish().describe('Display name.'),
    avatar: webAddressSchema.nullish().describe('Address of a picture.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['User.Data.Updated'],
  async run({ tx, actor, emit, unchanged }, { userId, ...wanted }) {
    const before = await lockUser(tx, userId);
    const given = changesTo(before, wanted);
    // An address that was proved says nothing about the one that replaces it.
    const unproved = {
      ...('email' in given && { emailVerifiedAt: null }),
      ...('phone' in given && { phoneVerifiedAt: null }),
    };
    const changes = { ...given, ...changesTo(before, unproved) };
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ user: before });
    // Whoever owns a user's address can come to own the user.
    if (given.username !== undefined || given.email !== undefined || given.phone !== undefined) {
      await assertMayGrant({ tx, actor }, { holderId: userId });
    }
    await assertMayGrant({ tx, actor }, { invitedEmail: given.email ?? null });
    const user = await tx.user.update({ where: { id: userId }, data: changes });
    emit('User.Data.Updated', userId, { user: userOf(user), changed });
    return { user };
  },
});
