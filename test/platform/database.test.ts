import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { createStatementNames } from '../../src/platform/database/statement-names.ts';
import { type OwnDatabase, ownDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';

let own: OwnDatabase;
let database: Database;

beforeAll(async () => {
  own = await ownDatabase();
  database = openDatabase(await reachDatabase(own.url), { max: 2 });
  await database.prisma.user.create({ data: { id: 'user_1', username: 'ada', passwordHash: 'a hash' } });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const namedStatements = async (from: Database): Promise<string[]> => {
  const { rows } = await from.pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements ORDER BY name');
  return rows.map((row) => row.name);
};

describe('the database', () => {
  it('runs typed and plain queries on the same connections', async () => {
    await database.prisma.user.findMany();
    await database.pool.query({ name: 'hot', text: 'SELECT id FROM users', values: [] });
    expect(database.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('omits secrets unless a query selects them by name', async () => {
    const everything = await database.prisma.user.findUniqueOrThrow({ where: { id: 'user_1' } });
    const selected = await database.prisma.user.findUniqueOrThrow({
      where: { id: 'user_1' },
      select: { passwordHash: true },
    });
    expect(everything).not.toHaveProperty('passwordHash');
    expect(selected).toEqual({ passwordHash: 'a hash' });
  });

  it('rolls back a transaction whose function throws', async () => {
    const attempt = database.prisma.$transaction(async (tx) => {
      await tx.user.create({ data: { id: 'user_2', username: 'bob' } });
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await database.prisma.user.count({ where: { id: 'user_2' } })).toBe(0);
  });

  it('reports a lost idle connection and opens another one', async () => {
    const lost: Error[] = [];
    const single = openDatabase(await reachDatabase(own.url), {
      max: 1,
      onConnectionLost: (error) => lost.push(error),
    });
    const { rows } = await single.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const gone = new Promise((done) => single.pool.once('remove', done));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    expect(await single.prisma.user.count()).toBe(1);
    expect(lost).toHaveLength(1);
    await single.close();
  });

  it('reports a lost connection in use to its owner only, and the process continues', async () => {
    const single = openDatabase(await reachDatabase(own.url), { max: 1 });
    const client = await single.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const gone = new Promise((done) => client.once('end', () => setImmediate(done)));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    await expect(client.query('SELECT 1')).rejects.toThrow('not queryable');
    client.release(true);
    expect(await single.prisma.user.count()).toBe(1);
    await single.close();
  });
});

describe('prepared statements', () => {
  it('are planned once per connection: a query keeps its name', async () => {
    const single = openDatabase(await reachDatabase(own.url), { max: 1 });
    for (let time = 0; time < 3; time++) await single.prisma.user.findMany({ where: { username: 'ada' } });
    expect(await namedStatements(single)).toEqual(['prisma_0']);
    await single.close();
  });

  it('have no names behind a pooler, which may assign another connection to the next transaction', async () => {
    const pooler = await startPgBouncer(own.url);
    const pooled = openDatabase(await reachDatabase(pooler.url), { max: 1 });
    await pooled.prisma.user.findMany();
    expect(pooled.preparedStatements).toBe(false);
    expect(await namedStatements(pooled)).toEqual([]);
    await pooled.close();
    await pooler.stop();
  });

  it('are limited in number, because PostgreSQL keeps each while the connection is open', () => {
    const nameOf = createStatementNames(4, 'prisma', undefined, () => 0);
    const send = (sql: string, times: number) => Array.from({ length: times }, () => nameOf({ sql, args: [] })).at(-1);
    expect(['a', 'b', 'c', 'a'].map((sql) => send(sql, 1))).toEqual(['prisma_0', 'prisma_1', '', 'prisma_0']);
    // The second half is for frequent statements.
    expect(['c', 'd', 'e', 'f'].map((sql) => send(sql, 10))).toEqual(['prisma_2', 'prisma_3', '', '']);
  });

  it('keep their names while they are in use, and get one when they come into use, even if thousands of rare ones are sent', () => {
    let now = 0;
    const nameOf = createStatementNames(500, 'prisma', undefined, () => now);
    const send = (sql: string) => nameOf({ sql, args: [] });
    const hot = Array.from({ length: 100 }, (_, index) => `hot ${index}`);
    const names = hot.map(send);
    const given = new Set<string>();
    for (let odd = 0; odd < 50_000; odd += 1) {
      now += 100;
      given.add(send(`odd ${odd}`));
      given.add(send(`odd ${odd}`));
      if (odd % 10 === 0) expect(send(hot[(odd / 10) % 100] ?? '')).toBe(names[(odd / 10) % 100]);
    }
    for (let use = 1; use < 10; use += 1) expect(send('new')).toBe('');
    expect(send('new')).toMatch(/^prisma_/);
    // As many again within an hour, after which every connection is replaced.
    expect(given.size - 1).toBeLessThanOrEqual(250 + 500 * (now / 3_600_000));
  });

  it('have names for the next pages of a whole list, but not for pages and counts that depend on values', () => {
    const nameOf = (sql: string) => createStatementNames()({ sql, args: [] });
    const page = 'ORDER BY "t"."id" ASC LIMIT $2';
    expect(nameOf(`SELECT WHERE "t"."id" > $1 ${page}`)).not.toBe('');
    for (const where of ['1=1', '"t"."name" = $1', '"t"."name" > $1', '("t"."id" > $1 AND "t"."name" LIKE $3)']) {
      expect(nameOf(`SELECT WHERE ${where} ${page}`)).toBe('');
      expect(nameOf(`SELECT COUNT(*) FROM "t" WHERE ${where}`)).toBe('');
      expect(nameOf(`SELECT WHERE ${where}`)).not.toBe('');
    }
  });

  it('have names if their limit is constant, as for the latest row of each group', () => {
    const latest =
      'LEFT JOIN LATERAL (SELECT id FROM b WHERE b.a = a.id ORDER BY created_at DESC LIMIT 1) AS b ON true';
    expect(createStatementNames()({ sql: `SELECT * FROM a ${latest} WHERE a.id = $1`, args: ['x'] })).not.toBe('');
  });

  it('have no names if they contain long lists, whose length varies', () => {
    const nameOf = createStatementNames();
    expect(nameOf({ sql: 'a', args: Array.from({ length: 33 }) })).toBe('');
    expect(nameOf({ sql: 'b', args: Array.from({ length: 32 }) })).toBe('prisma_0');
  });
});
