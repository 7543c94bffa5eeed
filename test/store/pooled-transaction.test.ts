import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { pooledTransaction } from '../../src/store/sql/pooled-transaction.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { startPgBouncer } from '../support/servers/pgbouncer.ts';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const standstill = async (ask: (text: string) => Promise<{ rows: unknown[] }>): Promise<unknown> =>
  (await ask('SHOW idle_in_transaction_session_timeout')).rows[0];

test.each(['directly', 'through a pooler'])(
  'a transaction may stand still for three seconds, and others on its connection as long as before: %s',
  async (how) => {
    const pooler = how === 'directly' ? undefined : await startPgBouncer(own.url);
    const one = pooler ? openDatabase(await reachDatabase(pooler.url), { max: 1 }) : database;
    const within = () => pooledTransaction(one, (client) => standstill((text) => client.query(text)));
    expect(await within()).toEqual({ idle_in_transaction_session_timeout: '3s' });
    expect(await standstill((text) => one.pool.query(text))).toEqual({
      idle_in_transaction_session_timeout: pooler ? '0' : '15s',
    });
    if (!pooler) return;
    await one.close();
    await pooler.stop();
  },
);

test('a transaction that fails is rolled back, and its connection is used again', async () => {
  const failing = pooledTransaction(database, async (client) => {
    await client.query(`INSERT INTO roles (id, name, updated_at) VALUES ('a', 'a', now())`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await database.prisma.role.count()).toBe(0);
});

test('a transaction of a process that sends nothing is rolled back, and rejects', async () => {
  const frozen = pooledTransaction(database, async (client) => {
    await client.query(`INSERT INTO roles (id, name, updated_at) VALUES ('a', 'a', now())`);
    await new Promise<void>((resolve) => client.once('end', () => resolve()));
  });
  await expect(frozen).rejects.toThrow('not queryable');
  expect(await database.prisma.role.count()).toBe(0);
});
