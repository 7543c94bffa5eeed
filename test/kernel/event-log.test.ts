import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendEvents } from '../../src/kernel/append-events.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { updateRole } from '../../src/operations/roles/update-role.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { actorWith, startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeEach(async () => {
  kernel = await startKernel();
});
afterEach(() => kernel[Symbol.asyncDispose]());

const facts = () => ({
  actor: actorWith(),
  cause: { operation: 'test', requestId: 'req_test', traceId: null, channel: 'platform' as const },
  occurredAt: kernel.now(),
});
const stamps = { createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' };
const event = (name: string) => ({
  id: ids.next('event'),
  type: 'Role.Created' as const,
  subjectId: name,
  organizationId: null,
  data: { role: { id: name, name, description: '', isDefault: false, ...stamps } },
});

/** A transaction that has written its events; the test ends it. */
async function open(...names: string[]) {
  let end = (_how: 'commit' | 'roll back'): void => {};
  const ending = new Promise<'commit' | 'roll back'>((resolve) => {
    end = resolve;
  });
  let written = (): void => {};
  const ready = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = kernel.database.prisma
    .$transaction(async (tx) => {
      await appendEvents(tx, names.map(event), facts());
      written();
      if ((await ending) === 'roll back') throw new Error('rolled back');
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error;
    });
  await ready;
  return {
    commit: () => (end('commit'), done),
    rollBack: () => (end('roll back'), done),
  };
}

/** The log as a reader sees it: the subjects in order of position. */
async function feed(after = 0n): Promise<[bigint | null, string][]> {
  await assignPositions(kernel.database);
  const rows = await kernel.database.prisma.event.findMany({
    where: { position: { gt: after } },
    orderBy: { position: 'asc' },
  });
  return rows.map(({ position, subjectId }) => [position, subjectId]);
}

describe('the event log', () => {
  test('is in commit order, also if an event was written earlier', async () => {
    const first = await open('written first');
    const second = await open('written second');
    await second.commit();
    expect(await feed()).toEqual([[1n, 'written second']]);
    await first.commit();
    expect(await feed(1n)).toEqual([[2n, 'written first']]);
  });

  test('is not delayed by a transaction that stays open', async () => {
    const long = await open('long');
    for (const name of ['a', 'b', 'c']) {
      await (await open(name)).commit();
      await feed();
    }
    expect((await feed()).map(([, name]) => name)).toEqual(['a', 'b', 'c']);
    await long.commit();
    expect((await feed()).map(([, name]) => name)).toEqual(['a', 'b', 'c', 'long']);
  });

  test('has no gap where a transaction was rolled back', async () => {
    await (await open('a')).commit();
    await (await open('first', 'second')).rollBack();
    await (await open('b')).commit();
    expect(await feed()).toEqual([
      [1n, 'a'],
      [2n, 'b'],
    ]);
  });

  test('keeps the order of the events of a transaction', async () => {
    await (await open('a', 'b', 'c')).commit();
    expect((await feed()).map(([, name]) => name)).toEqual(['a', 'b', 'c']);
  });

  test('shows all events of a transaction or none', async () => {
    const two = await open('a', 'b');
    expect(await feed()).toEqual([]);
    await two.commit();
    expect(await feed()).toHaveLength(2);
  });

  test('assigns a position once: assigning again changes nothing', async () => {
    await (await open('a', 'b')).commit();
    const before = await feed();
    expect(await feed()).toEqual(before);
  });

  test('assigns more than one batch, in order', async () => {
    const names = Array.from({ length: 2300 }, (_, index) => `r${index}`);
    await (await open(...names)).commit();
    expect((await feed()).map(([, name]) => name)).toEqual(names);
  });
});

describe('with fifty concurrent writers', () => {
  test('several readers that assign positions read every event once, in order, without a gap', async () => {
    const state = { writing: true };
    const seen: [bigint | null, string][] = [];
    const follow = async () => {
      for (let last = false; !last; ) {
        last = !state.writing;
        seen.push(...(await feed(seen.at(-1)?.[0] ?? 0n)));
      }
    };
    const disturb = async () => {
      while (state.writing) await assignPositions(kernel.database);
    };
    const writers = Array.from({ length: 50 }, (_, index) => kernel.run(createRole, { name: `role ${index}` }));
    const readers = [follow(), disturb(), disturb()];
    const written = await Promise.all(writers);
    state.writing = false;
    await Promise.all(readers);
    expect(seen.map(([position]) => position)).toEqual(written.map((_, index) => BigInt(index + 1)));
    expect(seen.map(([, id]) => id).sort()).toEqual(written.map(({ output }) => output.role).sort());
  });

  test('the events about one record are in the order of the changes', async () => {
    const { output } = await kernel.run(createRole, { name: 'contended' });
    const descriptions = Array.from({ length: 50 }, (_, index) => `description ${index}`);
    await Promise.all(descriptions.map((description) => kernel.run(updateRole, { roleId: output.role, description })));
    await assignPositions(kernel.database);
    const rows = await kernel.database.prisma.event.findMany({ orderBy: { position: 'asc' } });
    const last = rows.at(-1)?.data as { role: { description: string } };
    const now = await kernel.database.prisma.role.findUniqueOrThrow({ where: { id: output.role } });
    expect(rows.map(({ type }) => type)).toEqual(['Role.Created', ...descriptions.map(() => 'Role.Data.Updated')]);
    expect(last.role.description).toBe(now.description);
    const times = rows.slice(1).map(({ data }) => Date.parse((data as { role: { updatedAt: string } }).role.updatedAt));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

test('an assignment that fails leaves no open transaction on its connection', async () => {
  await (await open('a')).commit();
  const single = openDatabase(await reachDatabase(kernel.url), { max: 1 });
  const other = await kernel.database.pool.connect();
  try {
    await other.query('BEGIN; SELECT FROM event_head FOR UPDATE');
    await single.pool.query("SET lock_timeout = '50ms'");
    await expect(assignPositions(single)).rejects.toThrow('lock timeout');
    expect((await single.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await other.query('ROLLBACK');
    await assignPositions(single);
    expect(await feed()).toHaveLength(1);
  } finally {
    other.release();
    await single.close();
  }
});
