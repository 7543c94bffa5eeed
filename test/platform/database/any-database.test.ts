import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { emptyDatabase, type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { type PgBouncer, startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { query } from '../../support/query.ts';
import { testSchema } from '../../support/schema.ts';

let own: OwnDatabase;
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const alter = (setting: string) => query(own.superuserUrl, `ALTER DATABASE ${nameOf(own.url)} SET ${setting}`);
const tablesIn = async (url: string, schema: string): Promise<number> => {
  const rows = await query<{ count: number }>(
    url,
    `SELECT count(*)::int FROM pg_tables WHERE schemaname = '${schema}'`,
  );
  return rows[0]?.count ?? 0;
};
const refused = (sentence: RegExp) => expect.objectContaining({ message: expect.stringMatching(sentence) });

async function open(url: string, max = 2) {
  const database = openDatabase(await reachDatabase(url), { max });
  opened.push(database.close);
  return database;
}

describe('whatever the server, the database or the role has as default,', () => {
  beforeEach(async () => {
    own = await ownDatabase();
    opened.push(own.drop);
  });

  test.each(['America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/Sao_Paulo'])(
    'times are stored as they are, with the time zone %s',
    async (zone) => {
      await alter(`timezone = '${zone}'`);
      const { prisma, pool } = await open(own.url);
      for (const time of ['2026-01-15T02:30:00.500Z', '2026-07-15T23:30:00.000Z', '2026-11-01T05:30:00.000Z']) {
        const role = await prisma.role.create({ data: { id: `role_${time}`, name: time, createdAt: new Date(time) } });
        expect(role.createdAt.toISOString()).toBe(time);
        const { rows } = await pool.query(
          'SELECT extract(epoch FROM created_at)::float8 AS at FROM roles WHERE id = $1',
          [role.id],
        );
        expect(rows[0].at * 1000).toBe(Date.parse(time));
      }
    },
  );

  test.each(['German', 'SQL, DMY', 'Postgres, MDY'])(
    'times are read as they are, with the date style %s',
    async (style) => {
      await alter(`datestyle = '${style}'`);
      const { pool } = await open(own.url);
      const { rows } = await pool.query(`SELECT timestamptz '2026-11-12T13:14:15Z' AS at`);
      expect(rows[0].at).toEqual(new Date('2026-11-12T13:14:15Z'));
    },
  );

  it('the applied migrations are recognized with another date style', async () => {
    await alter(`datestyle = 'German'`);
    expect((await migrate(await reachDatabase(own.url))).applied).toEqual([]);
  });

  it('migrations and functions have strings with backslashes', async () => {
    const empty = await emptyDatabase();
    opened.push(empty.drop);
    await query(own.superuserUrl, `ALTER DATABASE ${nameOf(empty.url)} SET standard_conforming_strings = off`);
    await migrate(await reachDatabase(empty.url));
    const { prisma } = await open(empty.url);
    const user = await prisma.user.create({ data: { id: 'user_1', name: 'Jean-Luc', updatedAt: new Date(0) } });
    expect(await prisma.user.count({ where: { id: user.id, nameBeginnings: { has: 'luc' } } })).toBe(1);
  });

  it('transactions read committed changes', async () => {
    await alter(`default_transaction_isolation = 'serializable'`);
    const { pool, prisma } = await open(own.url);
    expect((await pool.query('SHOW transaction_isolation')).rows).toEqual([
      { transaction_isolation: 'read committed' },
    ]);
    expect(await prisma.$queryRaw`SHOW transaction_isolation`).toEqual([{ transaction_isolation: 'read committed' }]);
  });

  it('every connection of both pools begins so', async () => {
    const { pool, tokenPool } = await open(own.url, 3);
    const settings = `SELECT current_setting('TimeZone') AS zone, current_schema() AS schema`;
    const all = [pool, pool, pool, tokenPool, tokenPool].map((one) => one.query(settings));
    for (const { rows } of await Promise.all(all)) expect(rows).toEqual([{ zone: 'UTC', schema: testSchema }]);
  });
});

describe('the schema', () => {
  beforeEach(async () => {
    own = await emptyDatabase();
    opened.push(own.drop);
  });

  it('is the first one of the search path, for migrations and client', async () => {
    await query(own.url, 'CREATE SCHEMA idp');
    await alter('search_path = nowhere, idp, public');
    await migrate(await reachDatabase(own.url));
    const { prisma, pool } = await open(own.url);
    await prisma.role.create({ data: { id: 'role_1', name: 'Editor' } });
    expect((await pool.query('SELECT name FROM idp.roles')).rows).toEqual([{ name: 'Editor' }]);
    expect(await tablesIn(own.url, 'public')).toBe(0);
  });

  it('is the one of the role, as the manual of PostgreSQL recommends', async () => {
    await query(own.url, 'CREATE SCHEMA mandate');
    await alter('search_path = "$user", public');
    await migrate(await reachDatabase(own.url));
    expect(await tablesIn(own.url, 'mandate')).toBeGreaterThan(40);
    expect(await (await open(own.url)).prisma.signingKey.count()).toBe(0);
  });

  it('is that of ?schema=, which is created', async () => {
    const url = `${own.url}?schema=Own tables`;
    await migrate(await reachDatabase(url));
    const { prisma } = await open(url);
    await prisma.role.create({ data: { id: 'role_1', name: 'Editor' } });
    expect(await prisma.$queryRaw`SELECT name FROM roles`).toEqual([{ name: 'Editor' }]);
    expect(await tablesIn(own.url, 'Own tables')).toBeGreaterThan(40);
    expect(await tablesIn(own.url, testSchema)).toBe(0);
  });

  it('must exist somewhere in the search path', async () => {
    await alter('search_path = nowhere');
    await expect(reachDatabase(own.url)).rejects.toEqual(
      refused(/^No schema of the search path exists: CREATE SCHEMA AUTHORIZATION "mandate"\.$/),
    );
  });

  it('must be one in which the role may create tables', async () => {
    await query(own.superuserUrl, 'CREATE SCHEMA closed');
    await expect(reachDatabase(`${own.url}?schema=closed`)).rejects.toEqual(
      refused(/^The role may not create tables in the schema "closed": GRANT USAGE, CREATE ON SCHEMA "closed" TO /),
    );
    await query(own.superuserUrl, `ALTER DATABASE ${nameOf(own.url)} OWNER TO CURRENT_USER`);
    await expect(reachDatabase(`${own.url}?schema=absent`)).rejects.toEqual(
      refused(/^The schema "absent" does not exist: CREATE SCHEMA "absent" AUTHORIZATION "mandate"\.$/),
    );
    expect(await tablesIn(own.url, testSchema)).toBe(0);
  });
});

describe('behind a pooler in transaction mode,', () => {
  let pooler: PgBouncer;
  beforeEach(async () => {
    own = await emptyDatabase();
    pooler = await startPgBouncer(own.url);
    opened.push(own.drop, () => pooler.stop());
  });

  it('each transaction has the time zone, the date style and the strings, whatever others on the connection have', async () => {
    await alter(`datestyle = 'German'`);
    await alter('standard_conforming_strings = off');
    const database = await open(pooler.url, 4);
    const other = new pg.Client({ connectionString: pooler.url.replace('?pgbouncer=true', '') });
    await other.connect();
    opened.push(() => other.end());
    for (let round = 0; round < 20; round++) {
      const settings = `SELECT current_setting('TimeZone') AS zone, current_setting('DateStyle') AS style,
        current_setting('standard_conforming_strings') AS strings`;
      const [foreign, ...ours] = await Promise.all(
        [other, ...Array(4).fill(database.pool)].map((one) => one.query(settings)),
      );
      expect(foreign.rows).toEqual([{ zone: 'America/New_York', style: 'German, DMY', strings: 'off' }]);
      for (const { rows } of ours) expect(rows).toEqual([{ zone: 'UTC', style: 'ISO, MDY', strings: 'on' }]);
    }
  });

  it('?schema= must be that of the role, and the refusal shows how to set it', async () => {
    await query(own.url, 'CREATE SCHEMA idp');
    await expect(reachDatabase(`${pooler.url}&schema=idp`)).rejects.toEqual(
      refused(/^A pooler does not keep the search path: ALTER ROLE "mandate" SET search_path = "idp"\.$/),
    );
    await query(own.superuserUrl, `ALTER ROLE mandate IN DATABASE ${nameOf(own.url)} SET search_path = "idp"`);
    const again = await startPgBouncer(own.url);
    opened.push(() => again.stop());
    await migrate(await reachDatabase(`${again.url}&schema=idp`));
    const { prisma } = await open(`${again.url}&schema=idp`);
    expect(await prisma.role.count()).toBe(0);
    expect(await tablesIn(own.url, 'idp')).toBeGreaterThan(40);
  });

  it('the isolation level of the role must be the usual one', async () => {
    await alter(`default_transaction_isolation = 'serializable'`);
    const again = await startPgBouncer(own.url, { keepsIsolation: false });
    opened.push(() => again.stop());
    await expect(reachDatabase(again.url)).rejects.toEqual(
      refused(/ALTER ROLE "mandate" SET default_transaction_isolation = 'read committed'\.$/),
    );
  });
});

describe('before anything is changed, a start refuses', () => {
  test.each(['LATIN1', 'SQL_ASCII'])('a database in the encoding %s', async (encoding) => {
    own = await emptyDatabase(`ENCODING '${encoding}' LOCALE 'C' LOCALE_PROVIDER libc`);
    opened.push(own.drop);
    await expect(reachDatabase(own.url)).rejects.toEqual(
      refused(new RegExp(`^The encoding of the database is ${encoding}: create it with ENCODING 'UTF8'\\.$`)),
    );
    expect(await tablesIn(own.url, testSchema)).toBe(0);
  });

  it('a server without ICU', async () => {
    own = await emptyDatabase();
    opened.push(own.drop);
    await query(own.superuserUrl, `ALTER COLLATION "und-x-icu" RENAME TO gone`);
    await expect(reachDatabase(own.url)).rejects.toEqual(refused(/^The server has no collation "und-x-icu": /));
  });

  it('a database that is read-only', async () => {
    own = await emptyDatabase();
    opened.push(own.drop);
    await alter('default_transaction_read_only = on');
    await expect(reachDatabase(own.url)).rejects.toEqual(refused(/^The database is read-only: connect to the primary/));
  });

  test.each([
    ['sslmode=bogus', /^sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full\.$/],
    ['connection_limit=5', /^The parameter "connection_limit" is unknown: use host, port, /],
    ['schema=a"b', /^schema must be a name without quotation marks\.$/],
    ['sslmode=require&sslrootcert=system', /^sslrootcert=system requires sslmode=verify-full\.$/],
    ['sslmode=verify-full&sslrootcert=/no/such/file', /^sslrootcert: the file cannot be read: ENOENT/],
  ])('the invalid parameter in %s', async (parameter, sentence) => {
    await expect(reachDatabase(`${inject('template')}?${parameter}`)).rejects.toEqual(refused(sentence));
  });
});
