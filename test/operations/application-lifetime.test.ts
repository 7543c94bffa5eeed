import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/operations/applications/create-application.ts';
import { setApplicationSuspended } from '../../src/operations/applications/set-application-suspended.ts';
import { updateApplication } from '../../src/operations/applications/update-application.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile, perTest } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

/** The owner of an application, its kind, and when it ends. */
const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const stored = (id = w.application) => kernel.database.prisma.application.findUniqueOrThrow({ where: { id } });
const update = (settings: object, actor = actorWith(), applicationId = w.application) =>
  kernel.run(updateApplication, { applicationId, ...settings }, actor);
const create = (settings: object) =>
  kernel.run(createApplication, { name: 'Agent', type: 'MACHINE_TO_MACHINE', ...settings });
const inSeconds = (seconds: number) => new Date(kernel.now().getTime() + seconds * 1000).toISOString();

describe('the owner of an application', () => {
  test('is an active user when it is set, in a new application as in an old one', async () => {
    const gone = 'user_01h455vb4pex5vsknk084sn02q';
    await kernel.database.prisma.user.update({ where: { id: w.other }, data: { suspendedAt: kernel.now() } });
    for (const change of [update, create]) {
      expect(await refusalOf(change({ ownerId: gone }))).toMatchObject({ code: 'NOT_FOUND', paths: ['ownerId'] });
      expect(await refusalOf(change({ ownerId: w.other }))).toMatchObject({
        code: 'BAD_USER_INPUT',
        paths: ['ownerId'],
      });
    }
    expect((await stored()).ownerId).toBeNull();
    expect((await update({ ownerId: w.user })).events).toMatchObject([
      { data: { application: { ownerId: w.user }, changed: ['ownerId'], previous: { ownerId: null } } },
    ]);
  });

  test('stays when the user is suspended or deleted, and need not be active for other changes', async () => {
    await update({ ownerId: w.user, kind: 'AGENT' });
    await kernel.database.prisma.user.delete({ where: { id: w.user } });
    expect((await update({ name: 'Other', ownerId: w.user })).events).toMatchObject([
      { data: { changed: ['name'], application: { ownerId: w.user } } },
    ]);
    expect(await stored()).toMatchObject({ ownerId: w.user, kind: 'AGENT' });
  });

  test('is required of an agent', async () => {
    const refused = { code: 'BAD_USER_INPUT', paths: ['ownerId'] };
    expect(await refusalOf(create({ kind: 'AGENT' }))).toMatchObject(refused);
    expect(await refusalOf(update({ kind: 'AGENT' }))).toMatchObject(refused);
    await update({ kind: 'AGENT', ownerId: w.user });
    expect(await refusalOf(update({ ownerId: null }))).toMatchObject(refused);
    expect((await update({ kind: 'SERVICE', ownerId: null })).events).toMatchObject([
      { data: { changed: ['kind', 'ownerId'] } },
    ]);
  });

  test('needs every permission to be changed for an application that may exchange for the Management API', async () => {
    const writer = actorWith('applications:write');
    for (const ownerId of [w.user, null]) {
      expect((await update({ ownerId }, writer)).events).toHaveLength(1);
      await kernel.database.prisma.application.update({
        where: { id: w.backend },
        data: { ownerId: ownerId === null ? w.user : null },
      });
      expect(await refusalOf(update({ ownerId }, writer, w.backend))).toMatchObject({ code: 'FORBIDDEN' });
      expect((await update({ ownerId }, actorWith(), w.backend)).events).toHaveLength(1);
    }
  });
});

describe('the time at which an application expires', () => {
  const past = { code: 'BAD_USER_INPUT', paths: ['expiresAt'] };

  test('is in the future when it is set, and one that has passed may stay', async () => {
    for (const change of [update, create]) {
      for (const seconds of [-1, 0]) {
        expect(await refusalOf(change({ expiresAt: inSeconds(seconds) }))).toMatchObject(past);
      }
    }
    const expiresAt = inSeconds(60);
    expect((await update({ expiresAt })).events).toMatchObject([
      {
        data: { application: { expiresAt, isSuspended: false }, changed: ['expiresAt'], previous: { expiresAt: null } },
      },
    ]);
    kernel.advance(60);
    expect((await update({ expiresAt, name: 'Other' })).events).toMatchObject([
      { data: { changed: ['name'], application: { isSuspended: true, suspendedAt: null } } },
    ]);
  });

  test('suspends it for good: a later one does not reactivate it, also before maintenance has seen it', async () => {
    await update({ expiresAt: inSeconds(60) });
    kernel.advance(60);
    const { events } = await update({ expiresAt: inSeconds(60) });
    expect(events).toMatchObject([
      { type: 'Application.SuspensionStatus.Updated', data: { application: { isSuspended: true }, sessionEpoch: 1 } },
      { type: 'Application.Data.Updated', data: { application: { isSuspended: true }, changed: ['expiresAt'] } },
    ]);
    expect((await stored()).suspendedAt).not.toBeNull();
  });

  test('must be later, or none, before it is reactivated', async () => {
    await update({ expiresAt: inSeconds(60) });
    kernel.advance(60);
    const reactivate = () => kernel.run(setApplicationSuspended, { applicationId: w.application, isSuspended: false });
    const expired = {
      code: 'CONFLICT',
      message: 'The application has expired: set a later expiresAt, or none, first.',
    };
    expect(await refusalOf(reactivate())).toMatchObject(expired);
    await kernel.run(setApplicationSuspended, { applicationId: w.application, isSuspended: true });
    expect(await refusalOf(reactivate())).toMatchObject(expired);
    await update({ expiresAt: null });
    expect((await reactivate()).events).toMatchObject([{ data: { application: { isSuspended: false } } }]);
    expect(await stored()).toMatchObject({ suspendedAt: null, expiresAt: null });
  });
});
