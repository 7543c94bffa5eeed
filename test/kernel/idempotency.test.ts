import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../../src/kernel/actor.ts';
import { addApplicationSecret } from '../../src/operations/applications/add-application-secret.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { removeOldKeys } from '../../src/store/idempotency-keys.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, originOf, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

/** The output; the rows are only there the first time. */
async function create(username: string, idempotencyKey: string, actor: Actor = actorWith()) {
  const given = { idempotencyKey };
  const { output, eventIds, isReplay } = await kernel.execute(
    createUser,
    actor,
    { username },
    originOf('req_1'),
    given,
  );
  return { output, eventIds, isReplay };
}
const users = (username: string) => kernel.database.prisma.user.count({ where: { username } });
const keys = () => kernel.database.prisma.idempotencyKey.count();

describe('a call with an idempotency key', () => {
  it('returns the same output and events when it is repeated, and changes nothing', async () => {
    const first = await create('ada', 'one');
    const nudged = kernel.nudged.length;
    expect(first.isReplay).toBe(false);
    expect(await create('ada', 'one')).toEqual({ ...first, isReplay: true });
    expect([await users('ada'), kernel.nudged.length]).toEqual([1, nudged]);
    expect(await kernel.database.prisma.event.count({ where: { subjectId: first.output.user } })).toBe(1);
  });

  it('returns the same secret, which is stored encrypted', async () => {
    const { application } = await makeRecords(kernel);
    const add = () =>
      kernel.execute(addApplicationSecret, actorWith(), { applicationId: application, name: 'k' }, originOf('req_2'), {
        idempotencyKey: 'secret',
      });
    const first = await add();
    expect((await add()).output.secret).toBe(first.output.secret);
    const rows = await kernel.database.prisma.idempotencyKey.findMany();
    const kept = rows.map(({ response }) => Buffer.from(response ?? []).toString('latin1')).join('');
    expect(kept).not.toContain(first.output.secret);
    expect(JSON.stringify(rows)).not.toContain('"secret"');
  });

  it('is refused for another input, and for another operation', async () => {
    await create('grace', 'two');
    const refusal = { code: 'BAD_USER_INPUT', paths: ['idempotencyKey'] };
    expect(await refusalOf(create('hopper', 'two'))).toMatchObject(refusal);
    const role = kernel.execute(createRole, actorWith(), { name: 'R' }, originOf('req_1'), { idempotencyKey: 'two' });
    expect(await refusalOf(role)).toMatchObject(refusal);
    expect(await users('hopper')).toBe(0);
  });

  it('is the same whatever the order of the members, at every level', async () => {
    const given = { idempotencyKey: 'ordered' };
    const call = (input: z.input<typeof createUser.input>) =>
      kernel.execute(createUser, actorWith(), input, originOf('req_1'), given);
    const first = await call({ username: 'ordered', customData: { a: 1, b: { c: [1, 2], d: null } } });
    const again = await call({ customData: { b: { d: null, c: [1, 2] }, a: 1 }, username: 'ordered' });
    expect(again).toMatchObject({ output: first.output, isReplay: true });
    const other = call({ username: 'ordered', customData: { a: 1, b: { c: [2, 1], d: null } } });
    expect(await refusalOf(other)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['idempotencyKey'] });
  });

  it('is the same in a version whose schema has other defaults and spells values differently', async () => {
    const first = await create('lasting', 'upgraded');
    const input = createUser.input.extend({
      name: z.string().default('A new default'),
      username: z.string().transform((username) => `${username}-as-the-new-version-stores-it`),
    });
    const later = { ...createUser, input } as never as typeof createUser;
    const given = { idempotencyKey: 'upgraded' };
    const again = await kernel.execute(later, actorWith(), { username: 'lasting' }, originOf('req_1'), given);
    expect(again).toMatchObject({ output: first.output, isReplay: true });
  });

  it('a call whose result can no longer be decrypted is refused, and not made again', async () => {
    await create('sealed', 'lost-key');
    const response = Uint8Array.from(createSecretBox([Buffer.alloc(32, 9)]).seal(Buffer.from('{}')));
    await kernel.database.prisma.idempotencyKey.updateMany({ data: { response } });
    const refusal = { code: 'CONFLICT', paths: ['idempotencyKey'] };
    expect(await refusalOf(create('sealed', 'lost-key'))).toMatchObject(refusal);
    expect(await users('sealed')).toBe(1);
    await kernel.database.prisma.idempotencyKey.deleteMany();
  });

  it('runs once if it is made many times concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => create('crowd', 'three')));
    expect(new Set(all.map(({ output }) => output.user)).size).toBe(1);
    expect(await users('crowd')).toBe(1);
  });

  it('stores nothing if it is refused, and can be repeated', async () => {
    await create('taken', 'four');
    const before = await keys();
    expect(await refusalOf(create('taken', 'five'))).toMatchObject({ code: 'TAKEN' });
    expect(await keys()).toBe(before);
    await kernel.database.prisma.user.deleteMany({ where: { username: 'taken' } });
    await create('taken', 'five');
  });

  it("is independent of another actor's call with the same key", async () => {
    const other: Actor = { ...actorWith(), id: 'user_00000000000000000000000000' };
    const mine = await create('mine', 'six');
    const theirs = await create('theirs', 'six', other);
    expect(theirs.output.user).not.toBe(mine.output.user);
  });

  it.each(['', 'x'.repeat(256), 'ü', 'a\n'])('is refused with an invalid key: %j', async (key) => {
    expect(await refusalOf(create('never', key))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['idempotencyKey'] });
    expect(await users('never')).toBe(0);
  });
});

describe('an idempotency key', () => {
  it('expires after 24 hours: then the same call runs again, whether the key was deleted or not', async () => {
    const first = await create('daily', 'seven');
    kernel.advance(24 * 3600 - 1);
    expect(await create('daily', 'seven')).toEqual({ ...first, isReplay: true });
    await kernel.database.prisma.user.deleteMany({ where: { username: 'daily' } });
    kernel.advance(1);
    const second = await create('daily', 'seven');
    expect(second.output.user).not.toBe(first.output.user);
    expect(await create('daily', 'seven')).toEqual({ ...second, isReplay: true });
  });

  it('is deleted after 24 hours, and no earlier', async () => {
    await create('removed', 'eight');
    await removeOldKeys(kernel.database, kernel.now());
    const before = await keys();
    expect(before).toBeGreaterThan(0);
    kernel.advance(24 * 3600 - 1);
    await create('later', 'nine');
    kernel.advance(1);
    expect(await removeOldKeys(kernel.database, kernel.now())).toBe(before);
    expect(await keys()).toBe(1);
  });
});
