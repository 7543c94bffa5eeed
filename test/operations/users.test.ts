import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignUserRoles } from '../../src/operations/role-assignments/role-assignments.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { endImpersonation } from '../../src/operations/users/end-impersonation.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { updateUserCustomData } from '../../src/operations/users/update-user-custom-data.ts';
import { updateUserProfile } from '../../src/operations/users/update-user-profile.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { refusalOf, startKernel } from '../support/kernel.ts';
import { makeRecords } from '../support/records.ts';
import { passwords } from '../support/password.ts';
import { perFile, perTest } from '../support/per-file.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const isEscaped = (name: string) => JSON.stringify(name) !== `"${name}"`;
const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [name, ...namesOf(part)])
    : [];

const stored = (id: string) =>
  kernel.database.prisma.user.findUniqueOrThrow({
    where: { id },
    omit: { passwordHash: false },
    include: { roles: true },
  });

describe('a new user', () => {
  test('gets the default roles, which the event names', async () => {
    await kernel.database.prisma.role.update({ where: { id: w.otherRole }, data: { isDefault: true } });
    const { output, events } = await kernel.run(createUser, {});
    expect((await stored(output.user)).roles.map(({ roleId }) => roleId)).toEqual([w.otherRole]);
    expect(events).toMatchObject([{ type: 'User.Created', data: { roleIds: [w.otherRole] } }]);
    await kernel.database.prisma.role.update({ where: { id: w.otherRole }, data: { isDefault: false } });
  });

  test('gets the given roles besides the default ones, each once, in the event of its creation', async () => {
    const { role } = kernel.database.prisma;
    await role.update({ where: { id: w.otherRole }, data: { isDefault: true } });
    const { output, events } = await kernel.run(createUser, { roleIds: [w.role, w.otherRole, w.role] });
    const held = (await stored(output.user)).roles.map(({ roleId }) => roleId);
    expect(held.sort()).toEqual([w.role, w.otherRole].sort());
    expect(events).toMatchObject([{ type: 'User.Created', data: { roleIds: held } }]);
    await role.update({ where: { id: w.otherRole }, data: { isDefault: false } });
  });

  test('is not created with a role that does not exist; the refusal names its place', async () => {
    const before = await kernel.database.prisma.user.count();
    const refusal = await refusalOf(kernel.run(createUser, { roleIds: [w.role, 'role_none'] }));
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', paths: ['roleIds.1'] });
    expect(await kernel.database.prisma.user.count()).toBe(before);
  });

  test('cannot have an identifier of another user, in any spelling', async () => {
    const { username, email } = await stored(w.user);
    const taken = { username: username?.toUpperCase(), email: ` ${email?.toUpperCase()} ` };
    expect(await refusalOf(kernel.run(createUser, { username: taken.username }))).toEqual({
      code: 'TAKEN',
      paths: ['username'],
      message: 'This username is taken.',
    });
    expect(await refusalOf(kernel.run(createUser, { email: taken.email }))).toMatchObject({ paths: ['email'] });
  });

  test('can have no identifier at all, as can others', async () => {
    await kernel.run(createUser, {});
    expect((await kernel.run(createUser, { username: null })).events).toHaveLength(1);
  });

  test('has a password that is stored as a hash only, and is in no event', async () => {
    const password = 'correct horse battery staple';
    const { output, events } = await kernel.run(createUser, { password });
    const { passwordHash } = await stored(output.user);
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    expect(await passwords.verify(passwordHash, password)).toBe(true);
    expect(JSON.stringify(events)).not.toMatch(/argon2|correct horse/);
  });

  test('has no empty claims', async () => {
    const profile = { givenName: 'Ada', nickname: null, address: { country: 'GB', region: null } };
    const { output } = await kernel.run(createUser, { profile });
    expect((await stored(output.user)).profile).toEqual({ givenName: 'Ada', address: { country: 'GB' } });
  });

  test.each([
    [{ username: 'a b' }, ['username']],
    [{ email: 'ada', phone: '030' }, ['email', 'phone']],
    [{ password: 'short' }, ['password']],
    [{ name: 'x'.repeat(129) }, ['name']],
    [{ avatar: 'javascript:alert(1)' }, ['avatar']],
    [{ profile: { address: { country: 1 } } }, ['profile.address.country']],
    [{ customData: [] }, ['customData']],
    [{ isSuspended: true }, ['isSuspended']],
    [null, ['']],
  ])('is refused with %j', async (input, paths) => {
    const refusal = await refusalOf(kernel.run(createUser, input as object));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths });
  });
});

describe('a change of a user', () => {
  test('another spelling of an identifier is no change', async () => {
    const { email } = await stored(w.user);
    expect((await kernel.run(updateUser, { userId: w.user, email: email?.toUpperCase() })).events).toEqual([]);
  });

  test('another email address is unverified; a change of the name leaves it verified', async () => {
    await kernel.run(updateUser, { userId: w.user, name: 'Countess' });
    expect((await stored(w.user)).emailVerifiedAt).not.toBeNull();
    await kernel.run(updateUser, { userId: w.user, email: `changed_${w.n}@example.com` });
    expect((await stored(w.user)).emailVerifiedAt).toBeNull();
  });

  test('an identifier of another user is TAKEN, and nothing changes', async () => {
    const run = kernel.run(updateUser, { userId: w.user, name: 'Eve', username: `other_${w.n}` });
    expect(await refusalOf(run)).toMatchObject({ code: 'TAKEN', paths: ['username'] });
    expect((await stored(w.user)).name).toBe('Ada');
  });

  test('merges custom data, and is refused if the result is too large', async () => {
    const patch = (customData: object) =>
      kernel.run(updateUserCustomData, { userId: w.user, customData: { ...customData } });
    await patch({ a: { b: 1, c: 2 }, list: [1] });
    await patch({ a: { b: null, d: 3 }, list: [2] });
    expect((await stored(w.user)).customData).toEqual({ a: { c: 2, d: 3 }, list: [2] });
    await patch({ x: 'x'.repeat(40_000) });
    expect(await refusalOf(patch({ y: 'y'.repeat(40_000) }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['customData'],
    });
  });

  test('stores any custom data exactly as given, or refuses it', async () => {
    const unusual = fc
      .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0x22, 0x5c, 0xd83d, 0xde00)), {
        maxLength: 4,
      })
      .map((units) => String.fromCharCode(...units));
    const text = fc.oneof({ weight: 1, arbitrary: unusual }, { weight: 5, arbitrary: fc.string({ unit: 'grapheme' }) });
    const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    // Parsing drops a top-level member called "__proto__".
    const member = text.filter((name) => name !== '__proto__');
    const data = fc.dictionary(member, fc.oneof(value, fc.array(value), fc.dictionary(member, value)), {
      minKeys: 1,
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(data, async (customData) => {
        const texts = JSON.stringify(customData);
        const isBad = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(texts) || namesOf(customData).some(isEscaped);
        const run = kernel.run(createUser, { customData });
        if (isBad) expect(await refusalOf(run)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['customData'] });
        else expect((await stored((await run).output.user)).customData).toEqual(JSON.parse(texts));
      }),
      // JSON.parse loses a member of this one, as PostgreSQL returns it (domain/json.ts).
      { numRuns: 100, examples: [[{ '': '', '\\': 0, '"': 1 }]] },
    );
  });

  test('the removal of an absent value is no change', async () => {
    expect((await kernel.run(updateUserCustomData, { userId: w.user, customData: { nothing: null } })).events).toEqual(
      [],
    );
    expect((await kernel.run(updateUserProfile, { userId: w.user, profile: { nickname: null } })).events).toEqual([]);
  });

  test('a part of the address changes without the other parts', async () => {
    const update = (address: object) => kernel.run(updateUserProfile, { userId: w.user, profile: { address } });
    await update({ country: 'GB', region: 'London' });
    await update({ region: null, locality: 'Marylebone' });
    expect((await stored(w.user)).profile).toEqual({ address: { country: 'GB', locality: 'Marylebone' } });
  });
});

/** Gives both users a session and a token. */
async function signIn(): Promise<void> {
  await kernel.database.prisma.oidcRecord.createMany({
    data: [w.user, w.other].flatMap((userId) =>
      ['Session', 'Grant', 'RefreshToken'].map((model) => ({
        model,
        key: `${model} of ${userId}`,
        userId,
        payload: {},
      })),
    ),
  });
}
const recordsOf = (userId: string) => kernel.database.prisma.oidcRecord.count({ where: { userId } });

describe('sessions and tokens', () => {
  test.each([
    ['a suspension', () => kernel.run(setUserSuspended, { userId: w.user, isSuspended: true })],
    ['another password', () => kernel.run(setUserPassword, { userId: w.user, password: 'correct horse' })],
    ['the deletion of the user', () => kernel.run(deleteUser, { userId: w.user })],
  ])('end with %s, and those of others do not', async (_title, run) => {
    await signIn();
    await run();
    expect([await recordsOf(w.user), await recordsOf(w.other)]).toEqual([0, 3]);
  });

  test('do not end with another name or role', async () => {
    await signIn();
    await kernel.run(updateUser, { userId: w.user, name: 'Countess' });
    await kernel.run(assignUserRoles, { userId: w.user, roleIds: [w.otherRole] });
    // Besides those of the sign-in: the grant with which "other" acts as the user.
    expect(await recordsOf(w.user)).toBe(5);
  });
});

describe('a suspended user', () => {
  test('can be reactivated, with one event per change', async () => {
    const set = async (isSuspended: boolean) =>
      (await kernel.run(setUserSuspended, { userId: w.user, isSuspended })).events;
    expect(await set(false)).toEqual([]);
    expect(await set(true)).toMatchObject([
      { data: { user: { isSuspended: true, suspendedAt: kernel.now().toISOString() } } },
    ]);
    expect(await set(true)).toEqual([]);
    expect(await set(false)).toMatchObject([{ data: { user: { isSuspended: false, suspendedAt: null } } }]);
    expect((await stored(w.user)).suspendedAt).toBeNull();
  });
});

describe('a password', () => {
  test('replaces the previous one', async () => {
    await kernel.run(setUserPassword, { userId: w.user, password: 'the first one' });
    const { events } = await kernel.run(setUserPassword, { userId: w.user, password: 'the second one' });
    const { passwordHash } = await stored(w.user);
    expect([
      await passwords.verify(passwordHash, 'the first one'),
      await passwords.verify(passwordHash, 'the second one'),
    ]).toEqual([false, true]);
    expect(JSON.stringify(events)).not.toMatch(/argon2|second one/);
  });

  test('a password that is common, or consists of names and addresses of the user, is refused', async () => {
    const { passwordHash } = await stored(w.user);
    await kernel.run(updateUser, { userId: w.user, name: 'Ada Lovelace' });
    for (const password of ['Password123', 'password!2026', 'lovelace-ada']) {
      const refusal = await refusalOf(kernel.run(setUserPassword, { userId: w.user, password }));
      expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['password'] });
    }
    expect((await stored(w.user)).passwordHash).toBe(passwordHash);
  });

  test('a password that is common is accepted for a new user, who may come from another system', async () => {
    const { output } = await kernel.run(createUser, { password: 'password123' });
    expect((await stored(output.user)).passwordHash).not.toBeNull();
  });
});

describe('a deleted user', () => {
  test('leaves every organization, with an event of each, and no record remains', async () => {
    const { prisma } = kernel.database;
    const { id } = await prisma.organization.create({ data: { id: `org_second_${w.n}`, name: 'Second' } });
    await prisma.organizationUser.create({ data: { organizationId: id, userId: w.user } });
    const { events } = await kernel.run(deleteUser, { userId: w.user });
    expect(events.map(({ type, organizationId }) => [type, organizationId])).toEqual([
      ...[w.organization, id].sort().map((organizationId) => ['Organization.Membership.Updated', organizationId]),
      ['User.Deleted', null],
    ]);
    const of = { where: { userId: w.user } };
    expect([
      await prisma.userRole.count(of),
      await prisma.organizationUser.count(of),
      await prisma.organizationUserRole.count(of),
    ]).toEqual([0, 0, 0]);
  });

  test('a user without an organization emits one event', async () => {
    await kernel.run(endImpersonation, { userId: w.user, grantId: w.impersonation });
    expect((await kernel.run(deleteUser, { userId: w.other })).events.map(({ type }) => type)).toEqual([
      'User.Deleted',
    ]);
  });
});

describe('roles of a user', () => {
  test('are assigned all together or not at all: one that does not exist is reported with its index', async () => {
    const roleIds = [w.otherRole, 'role_none', w.role, 'unknown'];
    const refusal = await refusalOf(kernel.run(assignUserRoles, { userId: w.other, roleIds }));
    expect(refusal).toEqual({
      code: 'NOT_FOUND',
      paths: ['roleIds.1', 'roleIds.3'],
      message: 'There is no such role.',
    });
    expect((await stored(w.other)).roles).toEqual([]);
  });
});
