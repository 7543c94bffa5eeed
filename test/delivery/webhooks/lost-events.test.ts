import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createDispatcher } from '../../../src/delivery/webhooks/dispatcher.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createSafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { until } from '../../support/until.ts';
import { shareFixture } from './fixture.ts';

/** Webhooks of a log whose last events are lost, as by a failover to a standby that did not have them yet. */
const { fixture, receiver } = shareFixture();

type Query = (...given: unknown[]) => Promise<unknown>;

/** A dispatcher with the state of a process of its own. `before` sees its statements. */
function start(before: (sql: string) => void = () => undefined) {
  const { pool } = fixture.kernel.database;
  const query: Query = async (...given) => {
    before(String(given[0]));
    return (pool.query.bind(pool) as Query)(...given);
  };
  const watched = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name).bind(target)),
  });
  const eventLog = fixture.openLog();
  const safeFetch = createSafeFetch({ allowPrivateAddresses: true });
  const database = { ...fixture.kernel.database, pool: watched };
  const logger = createLogger('error');
  const dispatcher = createDispatcher({ ...fixture.services, database, safeFetch, eventLog, logger }, () => undefined);
  return {
    run: dispatcher.run,
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      await eventLog.close();
      await safeFetch.close();
    },
  };
}

const hook = async () => (await fixture.hook(receiver.url, { eventTypes: ['User.Created'] })).id;
const subjects = (): string[] => receiver.received.map(({ json }) => json.subject.id);
const stored = (id: string) => fixture.kernel.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
async function isFree(id: string): Promise<void> {
  await expect.poll(async () => (await stored(id)).leasedUntil, { timeout: 20_000 }).toBeNull();
}
const head = async () => (await fixture.kernel.database.prisma.eventHead.findFirstOrThrow()).position;

/** The state of a standby: the events up to a position, and the cursors as they are now. */
async function replicate(): Promise<() => Promise<void>> {
  const { pool } = fixture.kernel.database;
  const position = await head();
  const { rows } = await pool.query<{ id: string; cursor: string }>('SELECT id, cursor FROM webhooks');
  return async () => {
    await pool.query('DELETE FROM events WHERE position > $1 OR position IS NULL', [position]);
    await pool.query('UPDATE event_head SET position = $1', [position]);
    for (const { id, cursor } of rows) await pool.query('UPDATE webhooks SET cursor = $2 WHERE id = $1', [id, cursor]);
  };
}

/** Sends two users to a webhook, which the log then loses. */
async function loseTwo(process: ReturnType<typeof start>, id: string): Promise<string[]> {
  await process.run(true);
  const failOver = await replicate();
  const lost = [await fixture.user(), await fixture.user()];
  await process.run(true);
  await until(() => subjects().length === 2);
  await isFree(id);
  await failOver();
  return lost;
}

it('a webhook receives what replaces lost events', async () => {
  await using process = start();
  const id = await hook();
  const lost = await loseTwo(process, id);
  const user = await fixture.user();
  await process.run(true);
  await until(() => subjects().length === 3);
  expect(subjects()).toEqual([...lost, user]);
});

it('a webhook receives it also if the database fails when the log is opened again', async () => {
  let fails = false;
  await using process = start((sql) => {
    if (!fails || !sql.startsWith('SELECT position')) return;
    fails = false;
    throw new Error('the database has failed over');
  });
  const id = await hook();
  const lost = await loseTwo(process, id);
  const user = await fixture.user();
  fails = true;
  await expect(process.run(true)).rejects.toThrow('the database has failed over');
  await process.run(true);
  await until(() => subjects().length === 3);
  expect(subjects()).toEqual([...lost, user]);
});

it.each([
  ['before the process notices', 0],
  ['after the process has noticed', 1],
])('a webhook receives all that replaces events whose delivery ends %s', async (_title, runs) => {
  await using process = start();
  const id = await hook();
  await process.run(true);
  const failOver = await replicate();
  const held: ServerResponse[] = [];
  receiver.answer((response) => void held.push(response));
  await fixture.user();
  await process.run(true);
  await until(() => held.length === 1);
  await failOver();
  const users = [await fixture.user(), await fixture.user(), await fixture.user()];
  await fixture.settle();
  for (let run = 0; run < runs; run++) await process.run(true);
  receiver.answer(204);
  for (const response of held) response.writeHead(204).end();
  await isFree(id);
  const deliveredAll = async () => {
    await process.run(true);
    return users.every((user) => subjects().includes(user));
  };
  await expect.poll(deliveredAll, { timeout: 20_000 }).toBe(true);
  await isFree(id);
  const delivered = (await fixture.deliveries(id)).map(({ subjectKey }) => subjectKey);
  expect(delivered.toSorted()).toEqual(users.map((user) => `user:${user}`).toSorted());
});
