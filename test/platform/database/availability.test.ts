import { afterAll, describe, expect, it, test } from 'vitest';
import { createAvailability } from '../../../src/platform/database/availability.ts';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { transaction } from '../../../src/platform/database/transactions.ts';
import { ownDatabase } from '../../support/servers/database.ts';

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
  test.each(Object.entries(queries))('the database is unavailable to %s', async (_title, run) => {
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

describe('what was waited for in vain', () => {
  /** The report of an error, with a database that responds to a probe or not. */
  function reported(thrown: Error, probe: () => Promise<unknown>): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const availability = createAvailability({
      probe,
      onOutage: (reason) => resolve(`outage: ${reason}`),
      onSlow: (reason) => resolve(`slow: ${reason}`),
    });
    expect(availability.isOutage(thrown)).toBe(true);
    return promise.finally(() => availability.close());
  }
  const noConnection = new Error('timeout exceeded when trying to connect');

  it('is slow if the database responds: slow lists may use every connection', async () => {
    expect(await reported(noConnection, () => Promise.resolve())).toBe(`slow: ${noConnection.message}`);
  });

  it('begins an outage otherwise', async () => {
    expect(await reported(noConnection, () => Promise.reject(new Error('no')))).toBe(`outage: ${noConnection.message}`);
  });

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['the pool', ({ pool }) => pool.query('SELECT pg_sleep(5)')],
    ['Prisma', ({ prisma }) => prisma.$queryRaw`SELECT 1 FROM pg_sleep(5)`],
  ])('is a statement without a limit, as behind a pooler: by %s', async (_by, run) => {
    const own = await ownDatabase();
    const { promise, resolve } = Promise.withResolvers<string>();
    const database = openDatabase(await reachDatabase(own.url), {
      max: 1,
      silence: 300,
      onOutage: (reason) => resolve(`outage: ${reason}`),
      onSlow: (reason) => resolve(`slow: ${reason}`),
    });
    const error: unknown = await run(database).catch((reason: unknown) => reason);
    expect(database.availability.isOutage(error)).toBe(true);
    expect(await promise).toMatch('slow: PostgreSQL sent no response for 300 ms');
    await database.close();
    await own.drop();
  });
});
