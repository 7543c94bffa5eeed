import { expect, it } from 'vitest';
import { createExchangeWatch } from '../../../src/delivery/exchanges/watch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { StoredExchange } from '../../../src/store/exchanges/find-exchanges.ts';
import { addExchanges, type ExchangeGiven } from '../../support/exchanges/exchange-rows.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { countStatements } from '../../support/statements.ts';

const fixture = perFile(async () => {
  const kernel = await startKernel();
  const { database } = kernel;
  const statements = countStatements(database.pool);
  const clock = { now: () => new Date(kernel.now()) };
  const watch = createExchangeWatch({ database, clock, logger: createLogger('error') });
  return { kernel, database, statements, watch, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
});

const add = (...given: Partial<ExchangeGiven>[]) =>
  addExchanges(
    fixture.database,
    given.map((one) => ({ at: fixture.kernel.now(), ...one })),
  );

/** A watcher that has begun. */
async function start(isSelected: (exchange: StoredExchange) => boolean = () => true) {
  const stop = new AbortController();
  const messages = fixture.watch((all) => all.filter(isSelected), stop.signal);
  const ids: string[] = [];
  let omitted = 0;
  const first = await messages.next();
  expect(first.value).toEqual({ exchanges: [], omitted: 0 });
  const ended = (async () => {
    for await (const message of messages) {
      ids.push(...message.exchanges.map(({ id }) => id));
      omitted += message.omitted;
    }
  })();
  const end = async () => {
    stop.abort();
    await ended;
  };
  return { ids, omitted: () => omitted, end, [Symbol.asyncDispose]: end };
}
const patience = { timeout: 20_000 };

it('what is left out counts only what a watcher selects, also of many thousands in a second', async () => {
  await using all = await start();
  await using ofOurs = await start(({ organizationId }) => organizationId === 'org_ours');
  const [first = ''] = await add({ organizationId: 'org_theirs' });
  await expect.poll(() => all.ids, patience).toEqual([first]);
  const copies = `
    INSERT INTO exchanges (id, at, delegation_id, organization_id, granted)
    SELECT overlay(id::text PLACING lpad(to_hex(number), 12, '0') FROM 25)::uuid, at, delegation_id, organization_id, granted
    FROM exchanges, generate_series(1, 12000) AS number WHERE id = $1`;
  await fixture.database.pool.query(copies, [first]);
  await expect.poll(() => all.ids.length + all.omitted(), patience).toBe(12_001);
  const [ours] = await add({ organizationId: 'org_ours' });
  await expect.poll(() => ofOurs.ids, patience).toEqual([ours]);
  expect(ofOurs.omitted()).toBe(0);
});

it('a ledger whose numbers begin again earlier, as after a failover, is watched from there', async () => {
  const { pool } = fixture.database;
  await pool.query(`SELECT setval('exchanges_sequence_seq', 1000000)`);
  await using all = await start();
  const [before] = await add({});
  await expect.poll(() => all.ids, patience).toEqual([before]);
  await pool.query('TRUNCATE exchanges');
  await pool.query(`SELECT setval('exchanges_sequence_seq', 500)`);
  // Noticed by the next read.
  await expect
    .poll(async () => {
      await add({});
      return all.ids.length;
    }, patience)
    .toBeGreaterThan(1);
});

it('a watcher that begins while the last other one ends misses nothing after its first message', async () => {
  const last = await start();
  const beginning = start();
  await last.end();
  await using next = await beginning;
  const [recorded] = await add({});
  await expect.poll(() => next.ids, patience).toEqual([recorded]);
});

it('a read has the same few statements, whatever the number of watchers', async () => {
  await using watchers = new AsyncDisposableStack();
  const all = await Promise.all(Array.from({ length: 25 }, async () => watchers.use(await start())));
  const recorded = await add({}, {});
  const before = fixture.statements();
  await expect.poll(() => all.map(({ ids }) => ids), patience).toEqual(all.map(() => recorded));
  expect(fixture.statements() - before).toBeLessThan(10);
});
