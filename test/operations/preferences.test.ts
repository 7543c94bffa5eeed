import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, platformActor } from '../../src/kernel/actor.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { updateMyPreferences } from '../../src/operations/users/update-my-preferences.ts';
import { preferencesOf } from '../../src/store/records/preferences.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';

const kernel = perFile(startKernel);

let records: Records;
let ada: Actor;
beforeEach(async () => {
  records = await makeRecords(kernel);
  ada = { ...actorWith('users:read'), id: records.user };
});

const update = (document: Record<string, unknown>, expectedVersion?: number, actor = ada) =>
  kernel.run(updateMyPreferences, { document }, actor, { expectedVersion });
const stored = (id = records.user) => preferencesOf(kernel.database.prisma, id);

describe('the preferences of a user', () => {
  test('are empty at first, in version 1', async () => {
    expect(await stored()).toEqual({ document: {}, version: 1 });
  });

  test('change by merge patches: what is not mentioned stays', async () => {
    const first = await update({ density: 'compact', views: { new: { address: '/users?since=-1d' } } });
    expect(first.output).toMatchObject({ version: 2 });
    const second = await update({ density: null, views: { other: { address: '/roles' } } });
    const document = { views: { new: { address: '/users?since=-1d' }, other: { address: '/roles' } } };
    expect(second.output).toEqual({ document, version: 3 });
    expect(await stored()).toEqual({ document, version: 3 });
  });

  test('are those of the caller only, whose record keeps its version', async () => {
    await update({ density: 'compact' });
    expect(await stored(records.other)).toEqual({ document: {}, version: 1 });
    const user = await kernel.database.prisma.user.findUniqueOrThrow({ where: { id: records.user } });
    expect(user.version).toBe(1);
  });

  test('are in no event: it only names the user', async () => {
    const { events } = await update({ secretly: 'chosen' });
    expect(events).toMatchObject([{ type: 'User.Preferences.Updated', subjectId: records.user }]);
    expect(JSON.stringify(events)).not.toMatch(/secretly|chosen/);
  });

  test('preferences that do not change emit nothing', async () => {
    await update({ density: 'compact' });
    const { output, events } = await update({ density: 'compact', gone: null });
    expect([output.version, events]).toEqual([2, []]);
  });

  test('are removed with the user', async () => {
    await update({ density: 'compact' });
    await kernel.run(deleteUser, { userId: records.user });
    expect(await kernel.database.prisma.userPreferences.count({ where: { id: records.user } })).toBe(0);
  });
});

describe('expectedVersion', () => {
  test('is 1 before the first change; then one of two tabs that have read the same version is refused', async () => {
    await update({ density: 'compact' }, 1);
    expect(await refusalOf(update({ density: 'wide' }, 1))).toMatchObject({ code: 'VERSION_MISMATCH' });
    expect((await update({ density: 'wide' }, 2)).output.version).toBe(3);
  });

  test('a version that never was is refused, also before the first change', async () => {
    expect(await refusalOf(update({ density: 'wide' }, 7))).toMatchObject({ code: 'VERSION_MISMATCH' });
  });

  test('lets one of two first changes at the same time pass', async () => {
    const both = await Promise.allSettled([update({ a: 1 }, 1), update({ b: 1 }, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the document', () => {
  test('has at most 64 KiB, also after many small changes', async () => {
    const text = 'x'.repeat(30_000);
    await update({ first: text });
    await update({ second: text });
    const refusal = await refusalOf(update({ third: text }));
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['document'] });
    expect(Object.keys((await stored()).document)).toEqual(['first', 'second']);
  });

  test.each([[['a', 'list']], ['text'], [null], [{ a: '\0' }], [{ 'a"b': 1 }], [JSON.parse('{"__proto__": 1}')]])(
    'is a JSON object that can be stored, not %j',
    async (document) => {
      expect(await refusalOf(update(document as never))).toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});

describe('the caller of the change', () => {
  const none: Actor = { ...actorWith(), permissions: new Set() };
  test.each([
    ['a user without any permission', () => ({ ...none, id: records.user })],
    ['an application', () => ({ ...actorWith(), kind: 'application' as const, id: records.application })],
    ['the platform', () => platformActor],
    ['a visitor of the pages', () => ({ ...none, kind: 'visitor' as const, id: null, flowId: 'flow_x' })],
  ])('the call of %s is FORBIDDEN', async (_who, actor) => {
    const before = await kernel.database.prisma.event.count();
    expect(await refusalOf(update({ a: 1 }, undefined, actor()))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await kernel.database.prisma.event.count()).toBe(before);
  });

  test('an administrator of one organization may change them', async () => {
    const organizations: Actor['organizations'] = new Map([[records.organization, new Set(['users:read'] as const)]]);
    expect((await update({ a: 1 }, undefined, { ...none, id: records.user, organizations })).output.version).toBe(2);
  });
});

test('a user who was deleted meanwhile gets NOT_FOUND', async () => {
  await kernel.run(deleteUser, { userId: records.user });
  expect(await refusalOf(update({ a: 1 }))).toMatchObject({ code: 'NOT_FOUND' });
});
