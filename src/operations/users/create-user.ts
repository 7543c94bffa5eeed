import { z } from 'zod';
import { emailSchema, passwordSchema, phoneSchema, usernameSchema } from '../../domain/identifiers.ts';
import { jsonObjectSchema } from '../../domain/json.ts';
import { profileSchema } from '../../domain/profile.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { userOf } from '../../store/shapes.ts';

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
    name: z.string().max(128).nullish().describe('Display name.'),
    avatar: z.url().max(2048).nullish().describe('Address of a picture.'),
    profile: profileSchema.default({}).describe('OIDC standard claims.'),
    customData: jsonObjectSchema.default({}),
  }),
  output: { user: entity('User', 'The new user.') },
  always: ['User.Created'],
  prepare: async ({ passwords }, input) => ({
    passwordHash: input.password ? await passwords.hash(input.password) : null,
  }),
  async run({ tx, ids, emit }, { password: _, ...input }, { passwordHash }) {
    const defaultRoles = await tx.role.findMany({ where: { isDefault: true }, select: { id: true } });
    const user = await tx.user.create({
      data: {
        ...input,
        id: ids.next('user'),
        username: input.username ?? null,
        customData: input.customData as object,
        passwordHash,
        roles: { create: defaultRoles.map(({ id }) => ({ roleId: id })) },
      },
    });
    emit('User.Created', user.id, { user: userOf(user), roleIds: defaultRoles.map(({ id }) => id) });
    return { user: user.id };
  },
});
