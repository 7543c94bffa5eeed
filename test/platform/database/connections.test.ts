import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { transaction } from '../../../src/platform/database/transactions.ts';
import { type OwnDatabase, ownDatabase, waitingForLocks } from '../../support/servers/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/servers/database-proxy.ts';

/** Longer than any statement of this file takes on a slow machine. */
const silence = 1000;
/** Longer than the silence. */
const statementLimit = 2000;
let own: OwnDatabase;
let proxy: DatabaseProxy;
let database: Database;

beforeAll(async () => {
  own = await ownDatabase();
  proxy = await startDatabaseProxy(own.url);
  database = openDatabase(await reachDatabase(proxy.url), { max: 1, silence, statementLimit });
});
afterAll(async () => {
  await database.close();
  await proxy[Symbol.asyncDispose]();
  await own.drop();
});

const backend = async (): Promise<number | undefined> =>
  (await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
const noAnswer = `PostgreSQL sent no response for ${silence} ms`;

describe('a connection on which PostgreSQL does not respond', () => {
  test('is closed, and the next statement uses another one', async () => {
    await backend();
    proxy.silence();
    await expect(backend()).rejects.toThrow(noAnswer);
    expect(await backend()).toBeGreaterThan(0);
  });

  test('is closed in a transaction of Prisma, and ROLLBACK does not wait for the statement', async () => {
    const work = transaction(database, async (tx) => {
      await tx.$executeRaw`INSERT INTO roles (id, name, updated_at) VALUES ('role_1', 'lost', now())`;
      proxy.silence();
      await tx.role.count();
    });
    await expect(work).rejects.toThrow(noAnswer);
    expect(database.pool.totalCount).toBe(0);
    expect(await database.prisma.role.count()).toBe(0);
  });

  test('is closed while a client is checked out, whose statement fails', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    proxy.silence();
    await expect(client.query('SELECT 1')).rejects.toThrow(noAnswer);
    await expect(client.query('ROLLBACK')).rejects.toThrow('not queryable');
    client.release();
    expect(database.pool.totalCount).toBe(0);
  });
});

test('PostgreSQL cancels a statement that waits for a lock, although its connection was closed', async () => {
  const others = openDatabase(await reachDatabase(own.url), { max: 2 });
  const locking = await others.pool.connect();
  await locking.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  await expect(database.pool.query('SELECT FROM users')).rejects.toThrow(noAnswer);
  await expect.poll(() => waitingForLocks(others)).toBe(0);
  await locking.query('COMMIT');
  locking.release();
  await others.close();
});

test('a silent connection is closed with its pool', async () => {
  const one = openDatabase(await reachDatabase(proxy.url), { max: 1, silence });
  await one.pool.query('SELECT 1');
  proxy.silence();
  const isClosed = once(one.pool, 'remove');
  await one.close();
  await expect(isClosed).resolves.toHaveLength(1);
});

test('a connection stays open while it is idle, and is closed if it is silent afterwards', async () => {
  const before = await backend();
  await new Promise((resolve) => setTimeout(resolve, silence + 100));
  expect(await backend()).toBe(before);
  proxy.silence();
  await expect(backend()).rejects.toThrow(noAnswer);
});

test('a statement may take longer while its rows arrive', async () => {
  // Not through the proxy, and with time between two rows for a machine that pauses.
  const one = openDatabase(await reachDatabase(own.url), { max: 1, silence: 3000 });
  // Rows are sent as they fill a buffer of 8 KiB: eight of them, 400 ms apart.
  const { rows } = await one.pool.query(
    `SELECT repeat('x', 8192) || (pg_sleep(0.4) IS NULL) AS line FROM generate_series(1, 8)`,
  );
  expect(rows).toHaveLength(8);
  await one.close();
});
