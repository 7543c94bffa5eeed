import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fanOut } from '../../../src/delivery/webhooks/fan-out.ts';
import { waitingForLocks } from '../../support/database.ts';
import { requireVersion } from '../../../src/store/records/versions.ts';
import { lockWebhook } from '../../../src/store/webhooks.ts';
import { type ByHand, startByHand } from './by-hand.ts';

let by: ByHand;
beforeAll(async () => {
  by = await startByHand();
});
afterAll(() => by[Symbol.asyncDispose]());

it('wakes a webhook once more when everybody sees what is due: a job that waited before may be done before the commit', async () => {
  const { id } = await by.hook('http://127.0.0.1:9/');
  await by.fanOut();
  const { database, now } = by.kernel;
  const batches = () => database.prisma.webhookBatch.count({ where: { webhookId: id } });
  const before = await batches();
  await by.user();
  const wakes: { isInside: boolean; seen: number }[] = [];
  const wake = async (webhookIds: readonly string[], client?: unknown) => {
    if (!webhookIds.includes(id)) return;
    wakes.push({ isInside: client !== undefined, seen: (await batches()) - before });
  };
  expect(await fanOut({ database, clock: { now }, jobs: { wake } })).toBe(true);
  expect(wakes).toEqual([
    { isInside: true, seen: 0 },
    { isInside: false, seen: 1 },
  ]);
});

it('goes on in another process some seconds after one stood still in the middle of it, and hands over each event once', async () => {
  const { id } = await by.hook('http://127.0.0.1:9/');
  await by.fanOut();
  await by.user();
  const { database, now } = by.kernel;
  const [begun, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wake = () => {
    begun.resolve();
    return thaw.promise;
  };
  const frozen = fanOut({ database, clock: { now }, jobs: { wake } });
  await begun.promise;
  await by.fanOut();
  thaw.resolve();
  await expect(frozen).rejects.toThrow('not queryable');
  await by.fanOut();
  expect(await database.prisma.webhookBatch.count({ where: { webhookId: id } })).toBe(1);
}, 10_000);

it('moves its cursor with the batches and the jobs, or not at all', async () => {
  const { id } = await by.hook('http://127.0.0.1:9/');
  await by.fanOut();
  await by.user();
  const { database, now } = by.kernel;
  const stand = async () => ({
    cursor: await database.prisma.webhookCursor.findFirst(),
    batches: await database.prisma.webhookBatch.count({ where: { webhookId: id } }),
  });
  const before = await stand();
  const wake = () => Promise.reject(new Error('no jobs now'));
  await expect(fanOut({ database, clock: { now }, jobs: { wake } })).rejects.toThrow('no jobs now');
  expect(await stand()).toEqual(before);
  await by.fanOut();
  expect((await stand()).batches).toBe(1);
});

it('waits for a webhook that is being deleted, and goes on without it', async () => {
  const { id } = await by.hook('http://127.0.0.1:9/');
  await by.fanOut();
  await by.user();
  const { database } = by.kernel;
  const deleting = await database.pool.connect();
  await deleting.query('BEGIN');
  await deleting.query('DELETE FROM webhooks WHERE id = $1', [id]);
  const spreading = by.fanOut();
  await vi.waitFor(async () => expect(await waitingForLocks(database)).toBe(1));
  await deleting.query('COMMIT');
  deleting.release();
  await expect(spreading).resolves.toBeUndefined();
  expect(await database.prisma.webhookBatch.count({ where: { webhookId: id } })).toBe(0);
});

it('waits for nobody who changes a webhook: only for who deletes one', async () => {
  const { id } = await by.hook('http://127.0.0.1:9/');
  await by.fanOut();
  await by.user();
  const { prisma } = by.kernel.database;
  const before = await prisma.webhookBatch.count({ where: { webhookId: id } });
  await prisma.$transaction(async (tx) => {
    await requireVersion(tx, 'webhookId', id, 1);
    await lockWebhook(tx, id);
    await by.fanOut();
  });
  expect(await prisma.webhookBatch.count({ where: { webhookId: id } })).toBe(before + 1);
});
