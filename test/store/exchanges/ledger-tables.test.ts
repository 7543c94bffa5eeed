import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import {
  countExchanges,
  type ExchangeCondition,
  findChains,
  findExchange,
  findExchanges,
} from '../../../src/store/exchanges/find-exchanges.ts';
import { readActedFor } from '../../../src/store/exchanges/acted-for.ts';
import { dropOldPartitions, makeNextPartitions, makePartitions } from '../../../src/store/exchanges/partitions.ts';
import { daysAtOnce } from '../../../src/store/exchanges/windows.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addExchanges } from '../../support/exchanges/exchange-rows.ts';
import { startKernel } from '../../support/kernel.ts';

const kernel = await startKernel();
afterAll(() => kernel[Symbol.asyncDispose]());
const { database } = kernel;
const day = 24 * 3600 * 1000;
const daysAgo = (days: number): Date => new Date(kernel.now().getTime() - days * day);
const partitions = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'exchanges'::regclass ORDER BY name`,
  );
  return rows.map(({ name }) => name);
};

describe('partitions of the ledger', () => {
  it('are made for today and tomorrow, by one of many processes, and once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => makeNextPartitions(database, kernel.now())));
    expect(await partitions()).toEqual(['exchanges_20261121', 'exchanges_20261122']);
  });

  it('contain the rows of their day (UTC), by the time in the id, also if its day has no partition yet', async () => {
    const times = ['2026-11-21T00:00:00.000Z', '2026-11-20T23:59:59.999Z'].map((text) => new Date(text));
    await addExchanges(
      database,
      times.map((at) => ({ at })),
    );
    const { rows } = await database.pool.query(
      'SELECT at, tableoid::regclass::text AS name FROM exchanges ORDER BY at',
    );
    expect(rows).toEqual([
      { at: times[1], name: 'exchanges_20261120' },
      { at: times[0], name: 'exchanges_20261121' },
    ]);
  });

  it('are dropped whole when their last row is older than the retention, and none before', async () => {
    await makePartitions(database, [daysAgo(90), daysAgo(91), daysAgo(400)]);
    expect(await dropOldPartitions(database, kernel.now(), 90)).toBe(2);
    expect((await partitions())[0]).toBe('exchanges_20260823');
    expect(await dropOldPartitions(database, kernel.now(), 90)).toBe(0);
  });

  it('a drop waits a second for a reader of the ledger, and is repeated later', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN; LOCK TABLE exchanges IN ACCESS SHARE MODE');
    await expect(dropOldPartitions(database, kernel.now(), 89)).rejects.toThrow('lock timeout');
    await client.query('COMMIT');
    client.release();
    expect(await dropOldPartitions(database, kernel.now(), 89)).toBe(1);
  });
});

describe('rows of the ledger', () => {
  it('are the same when they are written twice, and find the delegation that another process has added', async () => {
    const row = { at: kernel.now(), id: ids.uuidAt(kernel.now()), userId: 'user_twice', chain: 'app_new' };
    await Promise.all(Array.from({ length: 5 }, () => addExchanges(database, [row, row])));
    await addExchanges(database, [row]);
    const { rows } = await database.pool.query(`SELECT id FROM exchanges WHERE user_id = 'user_twice'`);
    expect(rows).toEqual([{ id: row.id }]);
    const delegations = await database.pool.query(`SELECT FROM delegations WHERE chain = 'app_new'`);
    expect(delegations.rowCount).toBe(1);
  });
});

describe('with 60,000 rows of 30 days', () => {
  beforeAll(async () => {
    await database.pool.query('TRUNCATE exchanges, delegations');
    const days = Array.from({ length: 31 }, (_, index) => daysAgo(index));
    await makePartitions(database, days);
    await database.pool.query(
      `INSERT INTO delegations (id, application_id, subject_application_id, chain, subject_resource, api_resource_id, first_at)
       SELECT n, 'app_' || n % 20, 'app_shop', 'app_' || n / 20, 'urn:shop', 'res_' || n % 10, now() FROM generate_series(1, 200) AS n`,
    );
    await database.pool.query(
      `INSERT INTO exchanges (id, at, delegation_id, user_id, organization_id, granted, dropped, reason)
       SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
           || '8' || substr(md5(n::text), 4, 15))::uuid, at, 1 + n % 200, 'user_' || n % 5000,
         CASE WHEN n % 50 = 0 THEN 'org_' || n % 3 END, CASE WHEN n % 20 <> 0 THEN 'orders:read' END, '',
         CASE WHEN n % 20 = 0 THEN 'SCOPE_NOT_HELD' END
       FROM (SELECT n, $1::timestamptz - n * interval '43 seconds' AS at FROM generate_series(1, 60000) AS n) AS times`,
      [kernel.now()],
    );
    await database.pool.query('ANALYZE exchanges; ANALYZE delegations');
  });

  /** The plan of what a function reads, as it was executed. */
  async function planOf(read: (reader: never) => Promise<unknown>): Promise<string[]> {
    const plans: string[] = [];
    const reader = {
      async $queryRaw(text: TemplateStringsArray, ...values: Prisma.Sql[]) {
        const statement = Prisma.sql(text, ...values);
        if (!statement.sql.includes('FROM delegations WHERE')) {
          const rows = await database.prisma.$queryRaw<{ 'QUERY PLAN': string }[]>(
            Prisma.sql`EXPLAIN (ANALYZE, COSTS off, TIMING off) ${statement}`,
          );
          plans.push(...rows.map((row) => row['QUERY PLAN']));
        }
        return database.prisma.$queryRaw(statement);
      },
      $queryRawUnsafe: (text: string) => database.prisma.$queryRawUnsafe(text),
    };
    await read(reader as never);
    return plans;
  }

  /** Scans of partitions that were executed, without that of tomorrow, which is empty. */
  const executed = (plan: readonly string[]): string[] =>
    plan.filter((line) => /Scan.* on exchanges_\d+/.test(line) && !/never executed|exchanges_20261122/.test(line));

  const page = (condition: ExchangeCondition) => (reader: never) => findExchanges(reader, condition, { limit: 21 });

  it.each<[string, ExchangeCondition, most: number]>([
    ['of everything', {}, 1],
    ['of refusals', { outcome: 'REFUSED' }, 1],
    ['of a person', { userId: 'user_7' }, 31],
    ['of an organization', { organizationIds: ['org_1'] }, 5],
    ['of several organizations', { organizationIds: ['org_1', 'org_2'] }, 10],
    ['of an application, with ten delegations', { applicationId: 'app_7' }, 30],
    ['of a day', { since: daysAgo(2), until: daysAgo(1) }, 2],
    ['of a chain', { transactionId: ids.uuidAt(daysAgo(5)) }, 9],
  ])(
    'a page %s reads partitions by their indexes, the newest first, and no more than it needs',
    async (_, condition, most) => {
      const plan = await planOf(page(condition));
      const scans = executed(plan);
      expect(scans.filter((line) => line.includes('Seq Scan'))).toEqual([]);
      expect(scans.length).toBeGreaterThan(0);
      expect(scans.length).toBeLessThanOrEqual(most);
    },
  );

  it('a count stops at its bound, and what was done for a person reads that person’s rows only', async () => {
    expect(await countExchanges(database.prisma, {}, 101)).toBe(101);
    const plan = await planOf((reader) => readActedFor(reader, ['user_7'], daysAgo(30), undefined));
    expect(executed(plan).filter((line) => line.includes('Seq Scan'))).toEqual([]);
    expect(executed(plan).every((line) => line.includes('user_id'))).toBe(true);
  });
});

describe('with 90 partitions', () => {
  beforeAll(() =>
    makePartitions(
      database,
      Array.from({ length: 91 }, (_, index) => daysAgo(index)),
    ),
  );

  const chains = [0, 10, 40, 80].map((days) => ids.uuidAt(daysAgo(days)));
  const page = { limit: 21 };
  type Reader = Parameters<typeof findExchanges>[0];

  /** Partitions and their indexes that each statement of a read has locked, or would lock. */
  async function locksOf(read: (reader: Reader) => Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    const count = `
      SELECT count(*)::int AS locks FROM pg_locks JOIN pg_class ON oid = relation
      WHERE pid = pg_backend_pid() AND relname LIKE 'exchanges\\_2%'`;
    const inTransaction = (statement: Prisma.Sql) =>
      database.prisma.$transaction(async (tx) => {
        const rows = await tx.$queryRaw(statement);
        const [row] = await tx.$queryRawUnsafe<{ locks: number }[]>(count);
        counts.push(row?.locks ?? 0);
        return rows;
      });
    const reader = {
      $queryRaw: (text: TemplateStringsArray, ...values: Prisma.Sql[]) => inTransaction(Prisma.sql(text, ...values)),
      $queryRawUnsafe: (text: string) => database.prisma.$queryRawUnsafe(text),
    };
    await read(reader as never);
    return counts;
  }

  const most = daysAtOnce * 9;

  it.each<[string, (reader: Reader) => Promise<unknown>, statements: number]>([
    ['the newest page', (reader) => findExchanges(reader, {}, page), 1],
    ['a page of a person without exchanges', (reader) => findExchanges(reader, { userId: 'user_none' }, page), 7],
    ['a count of everything', (reader) => countExchanges(reader, { userId: 'user_none' }, 101), 7],
    ['what was done for a person', (reader) => readActedFor(reader, ['user_7'], daysAgo(365), undefined), 7],
    ['chains', (reader) => findChains(reader, chains, undefined), 3],
  ])('%s locks no more than the partitions of 15 days at a time', async (_, read, statements) => {
    const counts = await locksOf(read);
    expect(counts).toHaveLength(statements);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  });

  it('an exchange by its id, and a page of a day, lock the partitions of that day only', async () => {
    const id = ids.uuidAt(daysAgo(5));
    expect(await locksOf((reader) => findExchange(reader, id, undefined))).toEqual([9]);
    const ofDay = { since: daysAgo(5), until: daysAgo(4) };
    expect(await locksOf((reader) => findExchanges(reader, ofDay, page))).toEqual([18]);
  });
});
