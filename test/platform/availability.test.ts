import { afterAll, describe, expect, it, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { transaction } from '../../src/platform/database/transactions.ts';
import { ownDatabase } from '../support/database.ts';

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

/** A database that was reached once, and is gone. */
async function lost(config: { host: string; port?: number }): Promise<Database> {
  const own = await ownDatabase();
  const reached = await reachDatabase(own.url);
  await own.drop();
  const database = openDatabase({ ...reached, config: { ...reached.config, ...config } }, { max: 1 });
  opened.push(database);
  return database;
}

const queries: Record<string, (database: Database) => Promise<unknown>> = {
  'a query': ({ prisma }) => prisma.user.count(),
  'a raw query': ({ prisma }) => prisma.$queryRaw`SELECT 1`,
  'a raw statement': ({ prisma }) => prisma.$executeRaw`SELECT 1`,
  'a transaction': (database) => transaction(database, (tx) => tx.user.count()),
  'a transaction of Prisma': ({ prisma }) => prisma.$transaction((tx) => tx.user.count()),
  'the pool': ({ pool }) => pool.query('SELECT 1'),
  'the pool of token exchanges': ({ tokenPool }) => tokenPool.query('SELECT 1'),
};

describe.each([
  ['whose server does not listen', { host: '127.0.0.1', port: 1 }],
  ['whose socket is gone', { host: '/nowhere' }],
  ['whose host is unknown', { host: 'nowhere.invalid' }],
])('a database %s is unavailable', (_what, config) => {
  test.each(Object.entries(queries))('to %s', async (_title, run) => {
    const database = await lost(config);
    const error: unknown = await run(database).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(database.availability.isOutage(error)).toBe(true);
  });
});

it('is available if it refuses a statement', async () => {
  const own = await ownDatabase();
  const database = openDatabase(await reachDatabase(own.url), { max: 1 });
  const error: unknown = await database.prisma.$queryRaw`SELECT nothing`.catch((reason: unknown) => reason);
  expect(database.availability.isOutage(error)).toBe(false);
  await database.close();
  await own.drop();
});
