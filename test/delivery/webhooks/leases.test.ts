import { beforeEach, expect, it } from 'vitest';
import {
  advanceCursors,
  claimWebhooks,
  type Lease,
  releaseWebhook,
  renewLeases,
  saveProgress,
} from '../../../src/store/webhooks/leases.ts';
import { pooledTransaction } from '../../../src/store/sql/pooled-transaction.ts';
import type { Place } from '../../../src/store/event-positions.ts';
import { perFile } from '../../support/per-file.ts';
import { startFixture } from './fixture.ts';

/** Two processes that claim webhooks in the same database. */
const fixture = perFile(startFixture);
let webhookId: string;
beforeEach(async () => {
  await fixture.kernel.database.prisma.webhook.deleteMany();
  webhookId = (await fixture.hook('http://127.0.0.1:9/')).id;
  await fixture.settle();
});

let tokens = 0;
const claim = (ids: readonly string[], limit = 10) => {
  const now = fixture.kernel.now();
  const candidates = ids.map((id) => ({ webhookId: id, lastMatch: Number.MAX_SAFE_INTEGER, waitingSince: now }));
  return claimWebhooks(fixture.services, { candidates, dueBy: now, token: `token ${++tokens}`, limit, now });
};
const claimOne = async (): Promise<Lease> => {
  const [lease] = await claim([webhookId]);
  if (!lease) throw new Error('not claimed');
  return lease;
};
/** Ages the lease by so many seconds. */
const silence = (seconds: number) =>
  fixture.kernel.database.pool.query('UPDATE webhooks SET leased_until = leased_until - make_interval(secs => $1)', [
    seconds,
  ]);
const at = (position: number): Place => ({ position, id: null });
const cursorOf = ({ cursor }: Lease) => at(cursor);
const head = async () => (await fixture.kernel.database.prisma.eventHead.findFirstOrThrow()).position;
const save = (lease: Lease, upTo = cursorOf(lease)) =>
  pooledTransaction(fixture.kernel.database, (client) => {
    const progress = {
      upTo,
      generation: lease.generation,
      health: lease,
      attempts: 1,
      resendsFrom: null,
    };
    return saveProgress(
      fixture.services,
      client,
      lease,
      { ...progress, mayBeDue: false, release: false },
      fixture.kernel.now(),
    );
  });

it('a leased webhook is not given to another process, whether it has new events or due deliveries', async () => {
  await claimOne();
  await fixture.kernel.database.pool.query('UPDATE webhooks SET due_at = $1', [fixture.kernel.now()]);
  expect(await claim([webhookId])).toEqual([]);
  expect(await claim([])).toEqual([]);
});

it('a lease lasts as long as its process renews it', async () => {
  const lease = await claimOne();
  await silence(7);
  expect(await renewLeases(fixture.kernel.database, [lease])).toEqual([webhookId]);
  await silence(7);
  expect(await claim([webhookId])).toEqual([]);
});

it('another process gets the webhook after ten seconds without renewal, and results of the first one are ignored', async () => {
  const lease = await claimOne();
  await silence(11);
  const next = await claimOne();
  expect(await renewLeases(fixture.kernel.database, [lease])).toEqual([]);
  expect(await save(lease)).toBeUndefined();
  await releaseWebhook(
    fixture.kernel.database,
    lease,
    { upTo: { position: lease.cursor + 5, id: null }, notBefore: null },
    fixture.kernel.now(),
  );
  expect(await save(next)).toMatchObject({ attemptsMade: 1n, lease: { cursor: lease.cursor } });
});

it('the result of an expired lease is stored if no other process took it', async () => {
  const lease = await claimOne();
  await silence(11);
  expect(await save(lease)).toMatchObject({ attemptsMade: 1n });
});

it('one process gets a webhook, however many claim it at the same time', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => fixture.hook('http://127.0.0.1:9/')));
  await fixture.settle();
  const ids = [webhookId, ...others.map(({ id }) => id)];
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(ids, 2))))
    .flat()
    .map((one) => one.webhookId);
  expect(new Set(claimed).size).toBe(claimed.length);
});

it('the webhooks that have waited longest are claimed first', async () => {
  const { id } = await fixture.hook('http://127.0.0.1:9/');
  await fixture.settle();
  const { database, now } = fixture.kernel;
  await database.pool.query('UPDATE webhooks SET due_at = $1 WHERE id = $2', [new Date(now().getTime() - 1000), id]);
  expect((await claim([webhookId], 1)).map((one) => one.webhookId)).toEqual([id]);
});

it('a cursor never moves back, and does not move while a process holds the webhook', async () => {
  const { database } = fixture.kernel;
  const stored = async () =>
    Number((await database.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })).cursor);
  const start = await stored();
  for (let count = 0; count < 3; count++) await fixture.user();
  await fixture.settle();
  expect(await advanceCursors(database, [webhookId], at(start - 1))).toEqual([]);
  const lease = await claimOne();
  expect(await advanceCursors(database, [webhookId], at(start + 3))).toEqual([]);
  await releaseWebhook(database, lease, { upTo: at(start), notBefore: null }, fixture.kernel.now());
  expect(await advanceCursors(database, [webhookId], at(start + 3))).toEqual([webhookId]);
  expect(await stored()).toBe(start + 3);
});

it('a cursor moves only to what the log has: not beyond its end, nor to an event that it has lost', async () => {
  const { database, now } = fixture.kernel;
  const start = Number(await head());
  await fixture.user();
  await fixture.settle();
  const lost = [
    { position: start + 1, id: 'lost' },
    { position: start + 1000, id: 'lost' },
  ];
  for (const upTo of lost) {
    expect(await advanceCursors(database, [webhookId], upTo)).toEqual([]);
    const lease = await claimOne();
    expect(await releaseWebhook(database, lease, { upTo, notBefore: null }, now())).toMatchObject({
      cursor: lease.cursor,
    });
    expect(await save(await claimOne(), upTo)).toMatchObject({ isInLog: false, lease: { cursor: lease.cursor } });
  }
  expect(await save(await claimOne())).toMatchObject({ isInLog: true });
});

it('two processes that advance the same cursors in different orders both succeed', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => fixture.hook('http://127.0.0.1:9/')));
  await fixture.settle();
  const ids = made.map(({ id }) => id);
  const { database } = fixture.kernel;
  const start = Number(await head());
  await fixture.user();
  await fixture.user();
  await fixture.user();
  await fixture.settle();
  const runs = Array.from({ length: 10 }, (_, run) =>
    advanceCursors(database, run % 2 ? ids : ids.toReversed(), at(start + (run % 3) + 1)),
  );
  const advanced = await Promise.all(runs);
  expect(advanced.flat()).toEqual(expect.arrayContaining(ids));
});

it('a webhook that is released is due at a time which a transaction sets meanwhile', async () => {
  const { database, now } = fixture.kernel;
  const lease = await claimOne();
  await fixture.user();
  await fixture.settle();
  const event = await database.prisma.event.findFirstOrThrow({ where: { type: 'User.Created' } });
  const due = new Date(now().getTime() + 60_000);
  const released = await pooledTransaction(database, async (client) => {
    await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhookId]);
    await client.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, position, subject_key, status, next_attempt_at, created_at)
       VALUES ('delivery', $1, $2, 'User.Created', 1, 'user', 'pending', $3, $3)`,
      [webhookId, event.id, due],
    );
    const release = releaseWebhook(database, lease, { upTo: cursorOf(lease), notBefore: null }, now());
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    return { release };
  });
  expect((await released.release)?.dueAt).toEqual(due);
});
