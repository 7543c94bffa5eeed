import { afterEach, describe, expect, test } from 'vitest';
import { newExchange } from '../../../../src/oidc/ledger/exchange-row.ts';
import { openRowQueue } from '../../../../src/oidc/ledger/row-queue.ts';
import { createWriteRows, type WriteRows } from '../../../../src/oidc/ledger/write-rows.ts';
import { systemIds as ids } from '../../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../../src/platform/logger.ts';
import { findGaps } from '../../../../src/store/exchanges/gaps.ts';
import { startKernel } from '../../../support/kernel.ts';
import { perFile } from '../../../support/per-file.ts';

/** A process that is killed at the worst moment: each row that it has not written is in a gap. */
const kernel = perFile(startKernel);
const begin = new Date('2026-11-20T10:00:00Z').getTime();
let time = begin;
const clock = { now: () => new Date(time) };
const at = (seconds: number): Date => new Date(begin + seconds * 1000);

afterEach(async () => {
  time = begin;
  await kernel.database.pool.query('DELETE FROM exchange_writers; DELETE FROM exchange_gaps');
  await kernel.database.pool.query('ALTER TABLE exchanges DROP CONSTRAINT IF EXISTS refusing');
});

interface Failing {
  rows?: boolean;
  gaps?: boolean;
}

/** A queue of rows. While something fails, the database does not accept it. */
async function openQueue(failing: Failing = {}) {
  const { database } = kernel;
  const away = () => Promise.reject(new Error('not now'));
  const real = createWriteRows({ database, clock, startDelegation: () => {} });
  const writeRows: WriteRows = (rows, how) => (failing.rows ? away() : real(rows, how));
  const query = (text: string, values: unknown[]) =>
    failing.gaps && text.includes('INTO exchange_gaps') ? away() : database.ledgerPool.query(text, values);
  const queue = await openRowQueue({
    database: { ledgerPool: { query } as never },
    clock,
    logger: createLogger('error', { write: () => {} }),
    writerId: 'writer',
    writeRows,
    onLost: () => {},
  });
  const add = (): void =>
    queue.add(
      newExchange(
        { resource: '' },
        {
          applicationId: 'app_backend',
          id: ids.uuidAt(clock.now()),
          at: clock.now(),
          reason: 'NO_RESOURCE',
          traceId: undefined,
        },
      ),
    );
  return { ...queue, add };
}

const refuseRows = () =>
  kernel.database.pool.query('ALTER TABLE exchanges ADD CONSTRAINT refusing CHECK (false) NOT VALID');
const gaps = async () =>
  (
    await kernel.database.pool.query<{ cause: string; from: Date; until: Date }>(
      'SELECT cause, "from", until FROM exchange_gaps ORDER BY id',
    )
  ).rows;

describe('a process that cannot write rows', () => {
  test('is no dead one, however long that lasts; killed then, its gap has all of its rows', async () => {
    const failing: Failing = { rows: false };
    const queue = await openQueue(failing);
    failing.rows = true;
    for (const seconds of [10, 100, 190]) {
      time = at(seconds).getTime();
      queue.add();
      await queue.write();
      expect(await findGaps(kernel.database, clock.now())).toBe(0);
    }
    expect(await findGaps(kernel.database, at(300))).toBe(1);
    const [gap] = await gaps();
    expect(gap?.from.getTime()).toBeLessThanOrEqual(at(10).getTime());
    expect(gap?.until).toEqual(at(300));
  });
});

describe('a row that is lost', () => {
  test('is in the gap of a process that is killed before it has recorded the loss', async () => {
    const queue = await openQueue({ gaps: true });
    await refuseRows();
    time = at(20).getTime();
    queue.add();
    await queue.write();
    time = at(40).getTime();
    await queue.write();
    expect(await findGaps(kernel.database, at(120))).toBe(1);
    expect((await gaps())[0]?.from.getTime()).toBeLessThanOrEqual(at(20).getTime());
  });

  test('is recorded before its process has ended, also if it was the last one', async () => {
    const queue = await openQueue();
    await refuseRows();
    queue.add();
    await queue.close();
    expect(await gaps()).toEqual([{ cause: 'lost', from: at(0), until: at(0) }]);
    expect((await kernel.database.pool.query('SELECT FROM exchange_writers')).rowCount).toBe(0);
  });
});

test('a token that was being signed when its process was stopped for a while is in the gap if it is killed then', async () => {
  const queue = await openQueue();
  time = at(10).getTime();
  await queue.write();
  const answered = clock.now();
  time = at(70).getTime();
  await queue.write();
  expect(await findGaps(kernel.database, at(140))).toBe(1);
  expect((await gaps())[0]?.from.getTime()).toBeLessThanOrEqual(answered.getTime());
});
