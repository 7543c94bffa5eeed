import { z } from 'zod';
import { changedFields } from '../../domain/changes.ts';
import { emailSchema, phoneSchema, usernameSchema } from '../../domain/identifiers.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/shapes.ts';
import { lockUser } from '../../store/users.ts';

export const updateUser = defineOperation({
  name: 'updateUser',
  summary: 'Change the identifiers, name or avatar of a user; what is left out stays as it is, null removes.',
  permission: 'users:write',
  route: { method: 'PATCH', path: '/users/:userId' },
  input: z.strictObject({
    userId: z.string().describe('The user to change.'),
    username: usernameSchema.nullish(),
    email: emailSchema.nullish(),
    phone: phoneSchema.nullish(),
    name: z.string().max(128).nullish().describe('Display name.'),
    avatar: z.url().max(2048).nullish().describe('Address of a picture.'),
  }),
  output: { user: entity('User', 'The user as it is now.') },
  always: ['User.Data.Updated'],
  async run({ tx, emit, unchanged }, { userId, ...wanted }) {
    const before = await lockUser(tx, userId);
    const changed = changedFields(before, wanted);
    if (!changed.length) return unchanged({ user: userId });
    // An address that was proved says nothing about the one that replaces it.
    const unproved = {
      ...(changed.includes('email') && { emailVerifiedAt: null }),
      ...(changed.includes('phone') && { phoneVerifiedAt: null }),
    };
    const user = await tx.user.update({ where: { id: userId }, data: { ...wanted, ...unproved } });
    emit('User.Data.Updated', userId, { user: userOf(user), changed });
    return { user: userId };
  },
});
