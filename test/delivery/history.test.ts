import { expect, it } from 'vitest';
import { CursorExpired, createHistory } from '../../src/delivery/history.ts';
import type { Log } from '../../src/delivery/tail.ts';
import { heldLog, placed, positions, settled } from './held-log.ts';

const staying = new AbortController().signal;

/** A log with these pages, one after the other, and this head. */
const logWith = (head: number, ...pages: number[][]): Log => ({
  settle: async () => undefined,
  head: async () => BigInt(head),
  after: async () => (pages.shift() ?? []).map((position) => placed(position)),
});

it('is read page by page, and none are left at the end', async () => {
  const history = createHistory(logWith(3, [1, 2], [3], []));
  expect(positions(await history(0n, staying))).toEqual([1, 2]);
  expect(positions(await history(2n, staying))).toEqual([3]);
  expect(await history(3n, staying)).toEqual([]);
});

it('is read once more when an event had its place just after nothing was found', async () => {
  expect(positions(await createHistory(logWith(1, [], [1]))(0n, staying))).toEqual([1]);
});

it.each([
  ['at the beginning', 3, [[2, 3]]],
  ['in the middle', 4, [[1, 3, 4]]],
  ['to the end', 2, [[], []]],
])('has expired where events are gone %s', async (_where, head, pages) => {
  await expect(createHistory(logWith(head, ...pages))(0n, staying)).rejects.toThrow(CursorExpired);
});

it('is read for four at a time, the others wait for their turn, and it goes to nobody who has left', async () => {
  const held = heldLog();
  held.place(1);
  const history = createHistory(held.log);
  const leaving = new AbortController();
  const first = Array.from({ length: 4 }, () => history(0n, staying));
  const left = history(0n, leaving.signal);
  const last = history(0n, staying);
  await settled();
  expect(held.asked()).toHaveLength(4);
  leaving.abort();
  await held.answer('after 0');
  expect(await left).toEqual([]);
  expect(held.asked()).toHaveLength(4);
  await held.answer('after 0', 'after 0', 'after 0', 'after 0');
  for (const read of [...first, last]) expect(positions(await read)).toEqual([1]);
});

it('is read for the next one also when it could not be read for the one before', async () => {
  let broken = true;
  const log = logWith(1, [1]);
  const history = createHistory({
    ...log,
    after: (position) => (broken ? Promise.reject(new Error('the database is away')) : log.after(position)),
  });
  const reads = await Promise.allSettled(Array.from({ length: 6 }, () => history(0n, staying)));
  expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  broken = false;
  expect(positions(await history(0n, staying))).toEqual([1]);
});
