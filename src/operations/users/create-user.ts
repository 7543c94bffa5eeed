import { z } from 'zod';
import { given } from '../../domain/changes.ts';
import { emailSchema, passwordSchema, phoneSchema, usernameSchema } from '../../domain/identifiers.ts';
import { jsonObjectSchema, mergePatch } from '../../domain/json.ts';
import { profileSchema } from '../../domain/profile.ts';
import { nameSchema, webAddressSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { json } from '../../store/json.ts';
import { addLinks } from '../../store/links.ts';
import { userOf } from '../../store/shapes.ts';
import { holdDefaultRoles } from '../../store/users.ts';

export const createUser = defineOperation({
  name: 'createUser',
  summary: 'Create a user, who holds the default roles from the start.',
  permission: 'users:write',
  route: { method: 'POST', path: '/users' },
  input: z.strictObject({
    username: usernameSchema.nullish(),
    email: emailSchema.nullish(),
    phone: phoneSchema.nullish(),
    password: passwordSchema.nullish(),
    name: nameSchema.nullish().describe('Display name.'),
    avatar: webAddressSchema.nullish().describe('Address of a picture.'),
    profile: profileSchema.default({}).describe('OIDC standard claims.'),
    customData: jsonObjectSchema.default({}).describe('What you keep about this person: at most 64 KiB of JSON.'),
  }),
  output: { user: entity('User', 'The new user.') },
  always: ['User.Created'],
  prepare: async ({ passwords }, { password }) => ({ passwordHash: password ? await passwords.hash(password) : null }),
  async run({ tx, ids, emit }, { password: _password, profile, customData, ...rest }, { passwordHash }) {
    const user = await tx.user.create({
      data: {
        ...given(rest),
        id: ids.next('user'),
        passwordHash,
        profile: json(mergePatch({}, profile)),
        customData: json(customData),
      },
    });
    const roleIds = await addLinks(tx, 'userRoles', [user.id], await holdDefaultRoles(tx));
    emit('User.Created', user.id, { user: userOf(user), roleIds });
    return { user: user.id };
  },
});
