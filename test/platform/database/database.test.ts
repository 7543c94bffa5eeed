import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { preparedStatement } from '../../../src/platform/database/prepared-statement.ts';
import { type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';

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
  it('have the names that are given where they are written, and those of Prisma have none', async () => {
    const single = openDatabase(await reachDatabase(own.url), { max: 1 });
    const statement = preparedStatement(single, 'user_by_id', 'SELECT id FROM users WHERE id = $1');
    for (const id of ['user_1', 'user_2']) {
      await single.pool.query({ ...statement, values: [id] });
      await single.prisma.$queryRaw`/* name: user_id */ SELECT username FROM users WHERE id = ${id}`;
      await single.prisma.$queryRaw`SELECT username FROM users WHERE id = ${id}`;
    }
    await single.prisma.user.findMany({ where: { username: 'ada' } });
    expect(await namedStatements(single)).toEqual(['user_by_id', expect.stringMatching(/^user_id_[0-9a-f]{40}$/)]);
    await single.close();
  });

  it('have no names behind a pooler, which may assign another connection to the next transaction', async () => {
    const pooler = await startPgBouncer(own.url);
    const pooled = openDatabase(await reachDatabase(pooler.url), { max: 1 });
    await pooled.pool.query(preparedStatement(pooled, 'users', 'SELECT id FROM users'));
    await pooled.prisma.$queryRaw`/* name: user_ids */ SELECT id FROM users`;
    expect(pooled.preparedStatements).toBe(false);
    expect(await namedStatements(pooled)).toEqual([]);
    await pooled.close();
    await pooler.stop();
  });
});
