import { expect, it } from 'vitest';
import { createReader, CursorExpired, type StoredLog } from '../../../src/delivery/event-log/reader.ts';
import { createAdmission } from '../../../src/platform/admission/admission.ts';
import { heldLog, placed, positions, settled } from './held-log.ts';

const { signal } = new AbortController();
const active = { caller: 'a', signal };
const another = { caller: 'b', signal };
const readerOf = (log: StoredLog) => createReader(log, createAdmission());

/** A log that returns these pages one after the other. */
const logWith = (head: number, ...pages: number[][]): StoredLog => ({
  extend: async () => ({ head: 0, id: null }),
  head: async () => head,
  after: async () => (pages.shift() ?? []).map((position) => placed(position)),
  page: { events: 2, bytes: 1000 },
});

it('reads page by page, and nothing at the end of the log', async () => {
  const read = readerOf(logWith(3, [1, 2], [3], []));
  expect(positions(await read(0, active))).toEqual([1, 2]);
  expect(positions(await read(2, active))).toEqual([3]);
  expect(await read(3, active)).toEqual([]);
});

it('reads again if an event got its position after an empty page', async () => {
  expect(positions(await readerOf(logWith(1, [], [1]))(0, active))).toEqual([1]);
});

it.each([
  ['at the beginning', 3, [[2, 3]]],
  ['in the middle', 4, [[1, 3, 4]]],
  ['to the end', 2, [[], []]],
])('rejects with CursorExpired if events are missing %s', async (_where, head, pages) => {
  await expect(readerOf(logWith(head, ...pages))(0, active)).rejects.toThrow(CursorExpired);
});

it('makes four reads at a time, three of them for one caller, and none for a subscriber that has left', async () => {
  const held = heldLog();
  held.appendTo(1);
  const read = readerOf(held.log);
  const leaving = new AbortController();
  const first = Array.from({ length: 3 }, () => read(0, active));
  const left = read(0, { caller: 'a', signal: leaving.signal });
  const last = read(0, active);
  await settled();
  expect(held.queries()).toHaveLength(3);
  first.push(read(0, another), read(0, another));
  await settled();
  expect(held.queries()).toHaveLength(4);
  leaving.abort();
  await held.answer('after 0');
  expect(await left).toEqual([]);
  expect(held.queries()).toHaveLength(4);
  await held.answer('after 0', 'after 0', 'after 0', 'after 0', 'after 0');
  for (const page of [...first, last]) expect(positions(await page)).toEqual([1]);
});

it('reads for the next subscriber after a read that failed', async () => {
  let broken = true;
  const log = logWith(1, [1]);
  const read = readerOf({
    ...log,
    after: (position) => (broken ? Promise.reject(new Error('the database is away')) : log.after(position)),
  });
  const reads = await Promise.allSettled(Array.from({ length: 6 }, () => read(0, active)));
  expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  broken = false;
  expect(positions(await read(0, active))).toEqual([1]);
});
