import { beforeEach, expect, it } from 'vitest';
import { appendEvents } from '../../src/kernel/append-events.ts';
import { assignPositions } from '../../src/store/event-positions.ts';
import { removeOld } from '../../src/store/retention.ts';
import { startKernel } from '../support/kernel.ts';
import { causedAt, roleCreated } from '../delivery/event-log/role-events.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
beforeEach(() => kernel.database.pool.query('DELETE FROM events'));

const day = 86_400_000;
const later = (milliseconds: number) => new Date(kernel.now().getTime() + milliseconds);

/** Events with these names, in the order of the log, which happened so many milliseconds ago. */
async function commit(...events: [name: string, after: number][]) {
  for (const [name, after] of events) {
    await kernel.database.prisma.$transaction((tx) => appendEvents(tx, [roleCreated(name)], causedAt(later(after))));
  }
  await assignPositions(kernel.database);
}
const kept = async (): Promise<string[]> => {
  const { rows } = await kernel.database.pool.query('SELECT subject_id AS name FROM events ORDER BY position');
  return rows.map(({ name }) => name);
};
const removeAt = (milliseconds: number) => removeOld(kernel.database, later(90 * day + milliseconds));

it('events are deleted after 90 days, not earlier', async () => {
  await commit(['a', 0], ['b', 1]);
  expect([await removeAt(0), await kept()]).toEqual([0, ['a', 'b']]);
  expect([await removeAt(1), await kept()]).toEqual([1, ['b']]);
});

it('the remaining log has no gap: an event stays as long as an earlier one in the log', async () => {
  await commit(['a', 0], ['b', 5], ['c', 2], ['d', 9]);
  expect([await removeAt(4), await kept()]).toEqual([1, ['b', 'c', 'd']]);
  expect([await removeAt(6), await kept()]).toEqual([2, ['d']]);
});

it('events that another transaction has locked are deleted later', async () => {
  await commit(['a', 0], ['b', 1], ['c', 9]);
  const other = await kernel.database.pool.connect();
  await other.query("BEGIN; SELECT FROM events WHERE subject_id = 'a' FOR UPDATE");
  expect([await removeAt(5), await kept()]).toEqual([1, ['a', 'c']]);
  await other.query('COMMIT');
  other.release();
  expect([await removeAt(5), await kept()]).toEqual([1, ['c']]);
});

it('thousands of events are deleted in one call, in batches', async () => {
  await kernel.database.pool.query(
    `INSERT INTO events (id, type, occurred_at, subject_kind, subject_id, actor, cause, data)
     SELECT 'evt_01h455vb4pex5vsknk08' || lpad(n::text, 6, '0'), 'Role.Created', $1, 'role', 'old', '{}', '{}', '{}'
     FROM generate_series(1, 3001) AS n`,
    [later(0)],
  );
  await commit(['young', 5]);
  expect([await removeAt(4), await kept()]).toEqual([3001, ['young']]);
});
