import { expect, it, onTestFinished, vi } from 'vitest';
import { createEventLog } from '../../../src/delivery/event-log/event-log.ts';
import { appendEvents } from '../../../src/kernel/append-events.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startKernel } from '../../support/kernel.ts';
import { causedAt, roleCreated } from './role-events.ts';
import { perFile } from '../../support/per-file.ts';
import { positions } from './held-log.ts';

/** The reader for webhooks. */
const kernel = perFile(startKernel);
const commit = (...names: string[]) =>
  kernel.database.prisma.$transaction((tx) =>
    appendEvents(
      tx,
      names.map((name) => roleCreated(name, 'Größe 🦊')),
      causedAt(kernel.now()),
    ),
  );

function openLog() {
  const eventLog = createEventLog({ ...kernel, admission: createAdmission(), logger: createLogger('error') });
  return { eventLog, [Symbol.asyncDispose]: () => eventLog.close() };
}

/** Counts the statements that read events while `work` runs. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const { pool } = kernel.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  let reads = 0;
  Object.assign(pool, {
    query: (...given: unknown[]) => {
      if (JSON.stringify(given).includes('position > $1')) reads += 1;
      return query(...given);
    },
  });
  await work();
  Object.assign(pool, { query });
  return reads;
}

it('reads what was committed before the call into memory, with one statement', async () => {
  await using running = openLog();
  const start = await running.eventLog.head();
  const reader = running.eventLog.openReader();
  await reader.refresh();
  await commit('one', 'two');
  expect(await readsDuring(() => reader.refresh())).toBe(1);
  const reads = await readsDuring(async () => {
    expect(positions(await reader.after(start))).toEqual([start + 1, start + 2]);
    expect(await reader.after(start + 2)).toEqual([]);
    expect(positions(reader.inMemory(start, start + 1))).toEqual([start + 1]);
    expect(positions(reader.inMemory(start, start + 2))).toEqual([start + 1, start + 2]);
    expect(reader.inMemory(start + 2, start + 1)).toEqual([]);
  });
  expect(reads).toBe(0);
  reader.close();
});

it('reads from the database what is no longer in memory, page by page, and skips what was removed', async () => {
  await using running = openLog();
  const start = await running.eventLog.head();
  await commit('first', 'removed', 'third', ...Array.from({ length: 600 }, (_, index) => `n ${index}`));
  await running.eventLog.head();
  await kernel.database.pool.query("DELETE FROM events WHERE subject_id = 'removed'");
  const reader = running.eventLog.openReader();
  await reader.refresh();
  expect(reader.inMemory(start, start + 3)).toBeUndefined();
  const found: number[] = [];
  for (let page = await reader.after(start); page.length; page = await reader.after(found.at(-1) ?? 0)) {
    found.push(...(positions(page) ?? []));
  }
  const all = Array.from({ length: 603 }, (_, index) => start + index + 1);
  expect(found).toEqual(all.filter((position) => position !== start + 2));
  reader.close();
});

it('does not take its memory for complete when the log was read beyond it', async () => {
  await using running = openLog();
  const before = await running.eventLog.head();
  await commit('earlier');
  const start = await running.eventLog.head();
  const reader = running.eventLog.openReader();
  await reader.refresh();
  // Another process assigns the position after the refresh; a page from the database has the event.
  await commit('later');
  await running.eventLog.head();
  expect(positions(await reader.after(before))).toEqual([start, start + 1]);
  expect(reader.inMemory(start, start + 1)).toBeUndefined();
  await reader.refresh();
  expect(positions(reader.inMemory(start, start + 1))).toEqual([start + 1]);
  reader.close();
});

it('shares what is read with subscribers of the same process', async () => {
  // No poll adds a read.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await using running = openLog();
  const { eventLog } = running;
  const reader = eventLog.openReader();
  await reader.refresh();
  const stop = new AbortController();
  const taken: object[] = [];
  const caughtUp = Promise.withResolvers<void>();
  const subscribed = eventLog.subscribe(
    { filter: () => true, caller: 'a', signal: stop.signal, after: undefined },
    (message) => {
      if (message.kind === 'event') taken.push(message.event);
      else caughtUp.resolve();
      return undefined;
    },
  );
  await caughtUp.promise;
  // The subscriber has begun a read.
  await reader.refresh();
  const start = await eventLog.head();
  await commit('shared');
  const reads = await readsDuring(async () => {
    // The nudge and the dispatcher, in one turn.
    kernel.nudges.publish({ kind: 'everything' });
    await reader.refresh();
  });
  const [event] = await reader.after(start);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toBe(event);
  expect(reads).toBe(1);
  expect(event?.data).toMatchObject({ organizationRole: { name: 'shared', description: 'Größe 🦊' } });
  expect(event?.data).toBe(event?.data);
  stop.abort();
  await subscribed;
  reader.close();
});

it('rejects if the log cannot be read, and reads everything the next time', async () => {
  await using running = openLog();
  const start = await running.eventLog.head();
  const reader = running.eventLog.openReader();
  await reader.refresh();
  await commit('missed');
  await kernel.database.pool.query('ALTER TABLE event_head RENAME TO hidden_head');
  await expect(reader.refresh()).rejects.toThrow('event_head');
  await kernel.database.pool.query('ALTER TABLE hidden_head RENAME TO event_head');
  await reader.refresh();
  expect(positions(await reader.after(start))).toEqual([start + 1]);
  reader.close();
});
