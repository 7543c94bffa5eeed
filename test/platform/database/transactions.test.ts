import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { asFailure, isRetryable } from '../../../src/kernel/database-errors.ts';
import { type Database, openDatabase, type Transaction } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { transaction } from '../../../src/platform/database/transactions.ts';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { startDatabaseProxy } from '../../support/servers/database-proxy.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 4 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(() => database.pool.query('TRUNCATE roles CASCADE'));

const names = async (): Promise<string[]> =>
  (await database.prisma.role.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name);
const insert = (tx: Transaction, id: string) =>
  tx.$executeRaw`INSERT INTO roles (id, name, updated_at) VALUES (${id}, ${`raw ${id}`}, now())`;
const create = (tx: Transaction, id: string) => tx.role.create({ data: { id, name: `typed ${id}` } });

describe('raw statements of a transaction', () => {
  test("raw and typed statements see each other's changes", async () => {
    const seen = await transaction(database, async (tx) => {
      await create(tx, 'a');
      expect(await insert(tx, 'b')).toBe(1);
      expect(await tx.role.count()).toBe(2);
      expect(await names()).toEqual([]);
      return tx.$queryRaw`SELECT name FROM roles WHERE id = ANY(${['a', 'b', 'c']}) ORDER BY id`;
    });
    expect(seen).toEqual([{ name: 'typed a' }, { name: 'raw b' }]);
    expect(await names()).toEqual(['typed a', 'raw b']);
  });

  test('are rolled back with it', async () => {
    const work = transaction(database, async (tx) => {
      await insert(tx, 'a');
      await create(tx, 'b');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await names()).toEqual([]);
  });

  test('end it if one fails', async () => {
    const work = transaction(database, async (tx) => {
      await insert(tx, 'a');
      await insert(tx, 'a').catch(() => undefined);
      await create(tx, 'b');
    });
    await expect(work).rejects.toThrow(/aborted/);
    expect(await names()).toEqual([]);
  });

  test('the statements of concurrent transactions are independent', async () => {
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const one = (index: number, id: string) =>
      transaction(database, async (tx) => {
        await insert(tx, id);
        both[index]?.resolve();
        await both[1 - index]?.promise;
        const rows = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM roles`;
        if (id === 'b') throw new Error('rolled back');
        return rows.map((row) => row.id);
      });
    const [first, second] = await Promise.allSettled([one(0, 'a'), one(1, 'b')]);
    expect([first, second.status]).toEqual([{ status: 'fulfilled', value: ['a'] }, 'rejected']);
    expect(await names()).toEqual(['raw a']);
  });

  test('do not use a connection that is requested meanwhile', async () => {
    await transaction(database, async (tx) => {
      await insert(tx, 'a');
      const client = await database.pool.connect();
      const { rows } = await client.query('SELECT id FROM roles');
      client.release();
      expect(rows).toEqual([]);
      expect(await tx.$queryRaw`SELECT id FROM roles`).toEqual([{ id: 'a' }]);
    });
  });

  test('are refused after its end', async () => {
    let left: Transaction | undefined;
    await transaction(database, async (tx) => {
      left = tx;
      await insert(tx, 'a');
    });
    await expect(insert(left as Transaction, 'b')).rejects.toThrow(/closed|commit/i);
    expect(await names()).toEqual(['raw a']);
  });

  test('are refused after its timeout, while the work continues', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const timeout = 1000;
    const tooLate = { message: expect.stringMatching(/expired|closed/i) };
    const work = async (tx: Transaction): Promise<void> => {
      await insert(tx, 'a');
      const isOver = once(database.pool, 'release');
      vi.advanceTimersByTime(timeout);
      await isOver;
      await expect(insert(tx, 'b')).rejects.toMatchObject(tooLate);
    };
    await expect(transaction(database, work, { timeout })).rejects.toMatchObject(tooLate);
    expect(await names()).toEqual([]);
  });

  test('return rows as Prisma does', async () => {
    const statement = (tx: Pick<Transaction, '$queryRaw'>) => tx.$queryRaw`
      SELECT 1 AS int, 2::bigint AS bigint, '2026-11-21T10:00:00.123Z'::timestamptz AS time, '{"a": [1, null]}'::jsonb AS json,
        ARRAY['a', 'b'] AS texts, NULL AS nothing, true AS flag, ${'x'} AS given, 'Pending'::"InvitationStatus" AS status`;
    const expected = await statement(database.prisma);
    expect(await transaction(database, statement)).toEqual(expected);
  });
});

test('concurrent statements, typed and raw, run in order, and each has its own result', async () => {
  const one = openDatabase(await reachDatabase(own.url), { max: 1 });
  const results = await transaction(one, (tx) =>
    Promise.all([
      insert(tx, 'a'),
      tx.$queryRaw`SELECT count(*)::int FROM roles`,
      create(tx, 'b'),
      insert(tx, 'c'),
      tx.role.count(),
    ]),
  );
  expect(results).toMatchObject([1, [{ count: 1 }], { id: 'b' }, 1, 3]);
  await one.close();
});

test('if one of concurrent statements fails, the transaction is rolled back with its error', async () => {
  const one = openDatabase(await reachDatabase(own.url), { max: 1 });
  const work = transaction(one, (tx) => Promise.all([insert(tx, 'a'), tx.$executeRaw`SELECT 1 / 0`, insert(tx, 'b')]));
  await expect(work).rejects.toThrow('division by zero');
  expect(await transaction(one, (tx) => tx.role.count())).toBe(0);
  await one.close();
});

test('a transaction whose BEGIN fails is refused and changes nothing, and its connection stays usable', async () => {
  await using proxy = await startDatabaseProxy(own.url);
  const one = openDatabase(await reachDatabase(proxy.url), { max: 1 });
  await one.pool.query('SELECT 1');
  proxy.replace('BEGIN', 'BEGIX');
  const work = transaction(one, (tx) => Promise.all([insert(tx, 'a'), create(tx, 'b')]));
  await expect(work).rejects.toThrow(/syntax error at or near "BEGIX"/);
  expect(await names()).toEqual([]);
  proxy.replace('BEGIX', 'BEGIX');
  await transaction(one, (tx) => insert(tx, 'b'));
  expect(await names()).toEqual(['raw b']);
  await one.close();
});

describe('a statement that the work does not wait for', () => {
  const read = (tx: Transaction) => tx.$queryRaw`SELECT 1`;
  const cases = [
    { title: 'the first one', begins: () => Promise.resolve(), yieldsToTokenRequests: false },
    {
      title: 'the first one, yielding to token requests',
      begins: () => Promise.resolve(),
      yieldsToTokenRequests: true,
    },
    { title: 'a later one', begins: read, yieldsToTokenRequests: false },
    { title: 'a later one, yielding to token requests', begins: read, yieldsToTokenRequests: true },
  ];
  test.each(cases)('never runs after the end of its transaction: $title', async ({ begins, yieldsToTokenRequests }) => {
    const one = openDatabase(await reachDatabase(own.url), { max: 1 });
    let late: Promise<unknown> | undefined;
    const work = async (tx: Transaction) => {
      await begins(tx);
      late = Promise.allSettled([insert(tx, 'a'), read(tx), insert(tx, 'b')]);
      throw new Error('changed my mind');
    };
    await expect(transaction(one, work, { yieldsToTokenRequests })).rejects.toThrow('changed my mind');
    await late;
    expect(await names()).toEqual([]);
    await one.close();
  });
});

describe('errors of PostgreSQL are recognized', () => {
  const refusalOf = (work: (tx: Transaction) => Promise<unknown>) =>
    transaction(database, work).then(
      () => undefined,
      (error: unknown) => error,
    );

  test('a name that is taken', async () => {
    const error = await refusalOf(async (tx) => {
      await create(tx, 'a');
      await tx.$executeRaw`INSERT INTO roles (id, name, updated_at) VALUES ('b', 'typed a', now())`;
    });
    expect(asFailure(error)).toMatchObject({ code: 'TAKEN', problems: [{ path: ['name'] }] });
  });

  test('a record that does not exist', async () => {
    const error = await refusalOf((tx) => tx.$executeRaw`INSERT INTO role_scopes VALUES ('unknown', 'unknown')`);
    expect(asFailure(error)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['40001', '40P01'])('a conflict that can be retried: %s', async (code) => {
    const error = await refusalOf((tx) =>
      tx.$executeRaw`SELECT set_config('mandate.code', ${code}, true)`.then(
        () => tx.$executeRaw`
        DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = current_setting('mandate.code'); END $$`,
      ),
    );
    expect(isRetryable(error)).toBe(true);
  });
});

test.each(['directly', 'through a pooler'])(
  'PostgreSQL ends a statement, and a transaction without one, after fifteen seconds: %s',
  async (how) => {
    const pooler = how === 'directly' ? undefined : await startPgBouncer(own.url);
    const one = openDatabase(await reachDatabase(pooler?.url ?? own.url), { max: 1 });
    const limits = (client: Pick<Transaction, '$queryRaw'>) => client.$queryRaw`
      SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`;
    const limited = [{ statement: '15s', idle: '15s' }];
    expect(await transaction(one, limits)).toEqual(limited);
    expect(await limits(one.prisma)).toEqual(pooler ? [{ statement: '0', idle: '0' }] : limited);
    await one.close();
    await pooler?.stop();
  },
);
