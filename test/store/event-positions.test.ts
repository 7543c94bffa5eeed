import { beforeAll, expect, it } from 'vitest';
import { eventsAfter, type Page } from '../../src/store/event-positions.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
// Events 1 to 9 with about 1,000 bytes of data each, except the 5th with 10,000; the 8th was deleted.
beforeAll(async () => {
  await kernel.database.pool.query(
    `INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, actor, cause, data, position)
     SELECT 'evt_01h455vb4pex5vsknk0800000' || n, 'Role.Created', now(), 'role', 'role', '{}', '{}',
       jsonb_build_object('text', repeat('x', CASE n WHEN 5 THEN 10000 ELSE 1000 END)), n
     FROM generate_series(1, 9) AS n WHERE n <> 8`,
  );
});

const read = async (after: number, page: Partial<Page>): Promise<number[]> => {
  const events = await eventsAfter(kernel.database, after, { events: 100, bytes: 1_000_000, ...page });
  return events.map(({ position }) => position);
};

it('events are read in order of position, up to the maximum number', async () => {
  expect(await read(0, { events: 3 })).toEqual([1, 2, 3]);
  expect(await read(3, { events: 3 })).toEqual([4, 5, 6]);
  expect(await read(9, {})).toEqual([]);
});

it('no event is read after the maximum number of bytes, but one at least', async () => {
  expect(await read(0, { bytes: 2500 })).toEqual([1, 2, 3]);
  expect(await read(3, { bytes: 2500 })).toEqual([4, 5]);
  expect(await read(4, { bytes: 2500 })).toEqual([5]);
  expect(await read(0, { bytes: 1 })).toEqual([1]);
});

it('no event is read after a gap, but by a later read', async () => {
  expect(await read(5, {})).toEqual([6, 7]);
  expect(await read(7, {})).toEqual([9]);
});
