import { z } from 'zod';
import { omitUndefined } from '../../domain/events/changes.ts';
import { badUserInput } from '../../domain/failure.ts';
import { emailSchema, passwordSchema, phoneSchema, usernameSchema } from '../../domain/people/identifiers.ts';
import { jsonObjectSchema, mergePatch } from '../../domain/json.ts';
import { profileSchema } from '../../domain/people/profile.ts';
import { idsSchema, nameSchema, webAddressSchema } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import type { PrepareServices } from '../../kernel/prepare-services.ts';
import { json } from '../../store/sql/json.ts';
import { addLinks } from '../../store/records/links.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockDefaultRoles } from '../../store/records/users.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';
import { examples, field } from '../../vocabulary/shape-parts.ts';

export const createUser = defineOperation({
  name: 'createUser',
  summary:
    'Create a user, who gets the default roles and the given ones. A user without a username, email address or phone number has nothing to enter on the sign-in page.',
  words: {
    title: 'Create user',
    button: 'Create user',
    note: 'Users sign in with an email address, a username or a phone number. Fill in one of them.',
    danger: null,
  },
  permission: 'users:write',
  route: { method: 'POST', path: '/users' },
  input: z.strictObject({
    username: usernameSchema.nullish(),
    email: emailSchema.nullish(),
    phone: phoneSchema.nullish().register(fieldFacts, { description: 'With its country code, such as +4930901820.' }),
    password: passwordSchema.nullish().register(fieldFacts, {
      description:
        'Can be left empty if there is an email address: the person signs in with a code by email, and can set a password later. 8 to 256 characters.',
    }),
    passwordHash: z
      .string()
      .min(1)
      .max(512)
      .register(fieldFacts, { isSecret: true })
      // Either a password or its hash.
      .register(examples, { example: null })
      .nullish()
      .describe(
        'Hash of an existing password, instead of a password: argon2id, argon2i, bcrypt, scrypt, PBKDF2, SHA-crypt or SSHA, as Django, Keycloak, directories and crypt(3) have them. Replaced by a stronger hash at the first sign-in.',
      ),
    name: nameSchema.nullish().describe('Display name.'),
    avatar: webAddressSchema.nullish().describe('URL of a picture.'),
    profile: profileSchema.default({}).describe('OpenID Connect standard claims.'),
    customData: jsonObjectSchema.default({}).describe('Custom data: a JSON object of at most 64 KiB.'),
    // No role has the id of the others, and the example can be tried.
    roleIds: field(idsSchema('role').default([]), 'Roles to assign besides the default ones.', []),
  }),
  output: { user: entity('User', 'The new user.') },
  always: ['User.Created'],
  prepare: async ({ passwords }, input) => ({ passwordHash: await passwordHashOf(passwords, input) }),
  async run(
    { tx, actor, ids, emit },
    { password: _password, passwordHash: _given, profile, customData, roleIds, ...rest },
    { passwordHash },
  ) {
    await lockKeyShare(tx, 'role', roleIds, 'roleIds');
    const granted = [...(await lockDefaultRoles(tx)), ...roleIds];
    await assertMayGrant({ tx, actor }, { roleIds: granted });
    await assertMayGrant({ tx, actor }, { invitedEmail: rest.email ?? null });
    const user = await tx.user.create({
      data: {
        ...omitUndefined(rest),
        id: ids.next('user'),
        passwordHash,
        profile: json(mergePatch({}, profile)),
        customData: json(customData),
      },
    });
    const assigned = await addLinks(tx, 'userRoles', [user.id], granted);
    emit('User.Created', user.id, { user: userOf(user), roleIds: assigned });
    return { user };
  },
});

const hashFaults = {
  'unknown format': 'Must be a hash in a format that the documentation lists.',
  'too costly': 'The cost parameters of this hash are too high: a sign-in would take too long.',
};

/** The hash to store; null without a password. */
async function passwordHashOf(
  passwords: PrepareServices['passwords'],
  { password, passwordHash }: { password?: string | null | undefined; passwordHash?: string | null | undefined },
): Promise<string | null> {
  if (!passwordHash) return password ? passwords.hash(password) : null;
  if (password) throw badUserInput('Give a password or its hash, not both.', 'passwordHash');
  const fault = passwords.hashFault(passwordHash);
  if (fault) throw badUserInput(hashFaults[fault], 'passwordHash');
  return passwordHash;
}

export const createUsers = defineBulk(createUser, {
  name: 'createUsers',
  summary: 'Create many users.',
  words: { title: 'Create users', button: 'Create users', danger: null },
});
