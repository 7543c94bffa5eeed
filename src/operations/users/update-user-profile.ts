import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { mergePatch } from '../../domain/json.ts';
import { profileSchema } from '../../domain/people/profile.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const updateUserProfile = defineOperation({
  name: 'updateUserProfile',
  summary: 'Update the OpenID Connect standard claims of a user. Omitted claims keep their values; null removes one.',
  words: { title: 'Edit profile of {userId}', button: 'Save profile', danger: null },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/profile' },
  input: z.strictObject({
    userId: idSchema('user').describe('The user to update.'),
    profile: profileSchema.describe('The claims to update; the parts of an address are updated one by one.'),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  async run({ tx, emit, unchanged }, { userId, profile: patch }) {
    const before = await lockUser(tx, userId);
    const profile = mergePatch(before.profile, patch);
    const changed = Object.keys(changesTo(before, { profile }));
    if (!changed.length) return unchanged({ user: before });
    const user = await tx.user.update({ where: { id: userId }, data: { profile: json(profile) } });
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(before), changed) });
    return { user };
  },
});
