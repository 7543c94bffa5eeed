import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { emailSchema, phoneSchema, usernameSchema } from '../../domain/people/identifiers.ts';
import { jsonObjectSchema, mergePatch, patched } from '../../domain/json.ts';
import { profileSchema } from '../../domain/people/profile.ts';
import { idSchema, nameSchema, webAddressSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/sql/json.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockUser } from '../../store/records/users.ts';

export const updateUser = defineOperation({
  name: 'updateUser',
  summary:
    'Update identifiers, name, avatar, profile and custom data of a user. Omitted fields keep their values; null removes a value.',
  words: { title: 'Edit {userId}', button: 'Save changes', danger: null },
  permission: 'users:write',
  record: 'userId',
  route: { method: 'PATCH', path: '/users/:userId' },
  input: z.strictObject({
    userId: idSchema('user').describe('The user to update.'),
    username: usernameSchema.nullish(),
    email: emailSchema.nullish(),
    phone: phoneSchema.nullish(),
    name: nameSchema.nullish().describe('Display name.'),
    avatar: webAddressSchema.nullish().describe('URL of a picture.'),
    profile: profileSchema.optional().describe('The claims to update, as `updateUserProfile` does.'),
    customData: jsonObjectSchema.optional().describe('A merge patch, as `updateUserCustomData` takes it.'),
  }),
  output: { user: entity('User', 'The updated user.') },
  always: ['User.Data.Updated'],
  async run({ tx, actor, emit, unchanged }, { userId, profile, customData, ...values }) {
    const before = await lockUser(tx, userId);
    const newValues = changesTo(before, {
      ...values,
      profile: profile && mergePatch(before.profile, profile),
      customData: customData && patched(before.customData, customData, 'customData'),
    });
    // A new address is not verified yet.
    const unverified = {
      ...('email' in newValues && { emailVerifiedAt: null }),
      ...('phone' in newValues && { phoneVerifiedAt: null }),
    };
    const changes = { ...newValues, ...changesTo(before, unverified) };
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ user: before });
    // Control of an address can mean control of the account.
    if (newValues.username !== undefined || newValues.email !== undefined || newValues.phone !== undefined) {
      await assertMayGrant({ tx, actor }, { holderId: userId });
    }
    await assertMayGrant({ tx, actor }, { invitedEmail: newValues.email ?? null });
    const user = await tx.user.update({ where: { id: userId }, data: stored(changes) });
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(before), changed) });
    return { user };
  },
});

/** The changes as columns. */
const stored = <Changes extends { profile?: object; customData?: object }>({
  profile,
  customData,
  ...changes
}: Changes) => ({
  ...changes,
  ...(profile && { profile: json(profile) }),
  ...(customData && { customData: json(customData) }),
});
