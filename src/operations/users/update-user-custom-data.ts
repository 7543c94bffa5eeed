import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { jsonObjectSchema, patched } from '../../domain/json.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const updateUserCustomData = defineOperation({
  name: 'updateUserCustomData',
  summary: 'Update the custom data of a user with a JSON merge patch (RFC 7396).',
  words: { title: 'Edit custom data of {userId}', button: 'Save custom data', danger: null },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'PATCH', path: '/users/:userId/custom-data' },
  input: z.strictObject({
    userId: idSchema('user').describe('The user to update.'),
    customData: jsonObjectSchema.describe('The merge patch: values replace, null removes, objects are merged.'),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  async run({ tx, emit, unchanged }, { userId, customData: patch }) {
    const before = await lockUser(tx, userId);
    const customData = patched(before.customData, patch, 'customData');
    const changed = Object.keys(changesTo(before, { customData }));
    if (!changed.length) return unchanged({ user: before });
    const user = await tx.user.update({ where: { id: userId }, data: { customData: json(customData) } });
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(before), changed) });
    return { user };
  },
});
