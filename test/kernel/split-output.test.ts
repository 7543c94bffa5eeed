import { beforeAll, describe, expect, test } from 'vitest';
import { splitOutput } from '../../src/kernel/split-output.ts';
import type { Executed } from '../../src/kernel/types.ts';
import { entity } from '../../src/kernel/operation.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { updateUserCustomData } from '../../src/operations/users/update-user-custom-data.ts';
import { updateUserProfile } from '../../src/operations/users/update-user-profile.ts';
import { actorWith, originOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
let userId: string;
const origin = originOf('req_1');
const actor = actorWith();

beforeAll(async () => {
  userId = (await kernel.execute(createUser, actor, { username: 'ada' }, origin)).output.user;
});

const stored = (id: string) => kernel.database.prisma.user.findUniqueOrThrow({ where: { id } });

const calls: [name: string, call: () => Promise<Executed<{ user: string }>>][] = [
  [
    'createUser',
    () => kernel.execute(createUser, actor, { email: 'a@b.example', password: 'correct horse 1' }, origin),
  ],
  ['updateUser', () => kernel.execute(updateUser, actor, { userId, name: 'Ada' }, origin)],
  ['updateUser without a change', () => kernel.execute(updateUser, actor, { userId, name: 'Ada' }, origin)],
  ['updateUserProfile', () => kernel.execute(updateUserProfile, actor, { userId, profile: { nickname: 'A' } }, origin)],
  ['updateUserCustomData', () => kernel.execute(updateUserCustomData, actor, { userId, customData: { a: 1 } }, origin)],
  ['setUserSuspended', () => kernel.execute(setUserSuspended, actor, { userId, isSuspended: true }, origin)],
  ['… without a change', () => kernel.execute(setUserSuspended, actor, { userId, isSuspended: true }, origin)],
];

describe('the row that an operation returns', () => {
  test.each(calls)('equals the one in the database, including its version: %s', async (_name, call) => {
    const { output, rows } = await call();
    expect(rows.get(output.user)).toEqual(await stored(output.user));
    expect(rows.size).toBe(1);
  });
});

test('a repeated call returns no rows', async () => {
  const call = () => kernel.execute(createUser, actor, { username: 'twice' }, origin, { idempotencyKey: 'twice' });
  expect((await call()).rows.size).toBe(1);
  expect((await call()).rows.size).toBe(0);
});

test('only the record whose version is incremented has a later version than its row', () => {
  const output = { user: entity('User', 'One.'), role: entity('Role', 'Another.') };
  const answered = { user: { id: 'user_1', version: 1 }, role: { id: 'role_1', version: 1 } };
  const { rows, output: ids } = splitOutput({ output }, answered, 'user_1');
  expect(ids).toEqual({ user: 'user_1', role: 'role_1' });
  expect([...rows.values()].map(({ version }) => version)).toEqual([2, 1]);
  expect(answered.user.version).toBe(1);
});
