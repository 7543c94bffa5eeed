import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { DatabaseUnusable } from '../../../src/platform/database/unusable.ts';
import { migrate as migrateReached } from '../../../src/platform/database/migrate.ts';
import { emptyDatabase, type OwnDatabase } from '../../support/servers/database.ts';
import { startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { query as queryDatabase } from '../../support/query.ts';
import { freePort } from '../../support/servers/redis-server.ts';

let own: OwnDatabase;
let folder: string;

beforeEach(async () => {
  own = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'mandate-migrations-'));
});
afterEach(async () => {
  await own.drop();
  rmSync(folder, { recursive: true });
});

const migrate = async (url: string, from?: string, options: { evenIfServing?: boolean } = {}) =>
  migrateReached(await reachDatabase(url), { ...options, ...(from !== undefined && { folder: from }) });

function addMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

const query = (sql: string) => queryDatabase(own.url, sql);

function prisma(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/.bin/prisma', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: own.url },
  });
  return stdout + stderr;
}

const refusal = (pattern: RegExp) => expect.objectContaining({ message: expect.stringMatching(pattern) });
const tableExists = async (name: string) => (await query(`SELECT to_regclass('${name}') AS it`))[0]?.it !== null;

describe('migrating', () => {
  it('applies every migration once, in the order of their names', async () => {
    addMigration('2_second', 'ALTER TABLE things ADD COLUMN size int');
    addMigration('1_first', 'CREATE TABLE things (id int)');
    expect((await migrate(own.url, folder)).applied).toEqual(['1_first', '2_second']);
    expect(await migrate(own.url, folder)).toEqual({ applied: [], unknown: [] });
  });

  it.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'])(
    'takes as long as it takes, whatever %s the database has',
    async (limit) => {
      await query(`ALTER DATABASE ${new URL(own.url).pathname.slice(1)} SET ${limit} = '1min'`);
      addMigration('1_first', `CREATE TABLE limits AS SELECT current_setting('${limit}') AS own`);
      await migrate(own.url, folder);
      expect(await query('SELECT own FROM limits')).toEqual([{ own: '0' }]);
    },
  );

  it('happens once if several processes start concurrently', async () => {
    const applied = (await Promise.all([1, 2, 3, 4].map(() => migrate(own.url)))).flatMap(({ applied }) => applied);
    expect(applied).toHaveLength(new Set(applied).size);
    expect(await query('SELECT count(*)::int FROM _prisma_migrations')).toEqual([{ count: applied.length }]);
  });

  it('rolls back a migration that fails, and keeps the ones before it', async () => {
    addMigration('1_first', 'CREATE TABLE things (id int)');
    addMigration('2_second', 'CREATE TABLE halves (id int); INSERT INTO nowhere VALUES (1)');
    const attempt = migrate(own.url, folder);
    await expect(attempt).rejects.toThrow(DatabaseUnusable);
    await expect(attempt).rejects.toThrow(/^Migration 2_second failed: relation "nowhere" does not exist\.$/);
    expect(await tableExists('halves')).toBe(false);
    expect(await query('SELECT migration_name FROM _prisma_migrations')).toEqual([{ migration_name: '1_first' }]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    addMigration('1_first', 'CREATE TABLE things (id int)');
    await migrate(own.url, folder);
    addMigration('1_first', 'CREATE TABLE things (id text)');
    await expect(migrate(own.url, folder)).rejects.toEqual(
      refusal(/^Migration 1_first differs from the one that was applied to this database\.$/),
    );
  });

  it('refuses a database without the first migration', async () => {
    addMigration('0_before', 'CREATE TABLE things (id int)');
    await migrate(own.url, folder);
    rmSync(join(folder, '0_before'), { recursive: true });
    addMigration('1_first', 'CREATE TABLE things (id int)');
    await expect(migrate(own.url, folder)).rejects.toEqual(
      refusal(/^The database is that of a version before 0\.2\.0/),
    );
    expect(await query('SELECT migration_name FROM _prisma_migrations')).toEqual([{ migration_name: '0_before' }]);
  });

  it('refuses a database in which Prisma recorded a failure', async () => {
    addMigration('1_first', 'CREATE TABLE things (id int)');
    await migrate(own.url, folder);
    await query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate(own.url, folder)).rejects.toEqual(refusal(/^Migration 1_first failed earlier/));
  });

  it('reports in one sentence that the database cannot be reached, without its password', async () => {
    const nowhere = `postgresql://mandate:secret@127.0.0.1:${await freePort()}/mandate`;
    await expect(migrate(nowhere)).rejects.toEqual(refusal(/^The database cannot be reached: .*ECONNREFUSED[^\n]*\.$/));
    await expect(migrate(nowhere)).rejects.not.toEqual(refusal(/secret/));
  });

  it('reports a wrong password', async () => {
    const wrong = new URL(own.url);
    wrong.password = 'wrong';
    await expect(migrate(wrong.href)).rejects.toEqual(refusal(/^The database cannot be reached: password auth/));
  });
});

describe('prisma migrate deploy', () => {
  it('has nothing left to apply after the platform', async () => {
    await migrate(own.url);
    expect(prisma('migrate', 'status')).toContain('Database schema is up to date!');
    expect(prisma('migrate', 'deploy')).toContain('No pending migrations to apply.');
  });

  it('leaves nothing to apply for the platform', async () => {
    expect(prisma('migrate', 'deploy')).toContain('All migrations have been successfully applied.');
    expect((await migrate(own.url)).applied).toEqual([]);
  });
});

describe('a database that a newer version migrated', () => {
  /** The newer version starts first, then the older one, which has the first migration only. */
  async function startOlderAfter(...newer: string[]) {
    addMigration('1_first', 'CREATE TABLE things (id int)');
    for (const name of newer) addMigration(name, 'ALTER TABLE things ADD COLUMN IF NOT EXISTS size int');
    await migrate(own.url, folder);
    for (const name of newer) rmSync(join(folder, name), { recursive: true });
    return migrate(own.url, folder);
  }

  it('can be used, and its unknown migrations are listed', async () => {
    expect(await startOlderAfter('2_second', '3_third')).toEqual({ applied: [], unknown: ['2_second', '3_third'] });
  });

  it('is refused after a breaking migration', async () => {
    await expect(startOlderAfter('2_second', '3_things_breaking', '4_fourth')).rejects.toEqual(
      refusal(/^This version cannot run with migration 3_things_breaking, which a newer version applied: /),
    );
  });

  it('is refused before any other migration is applied', async () => {
    await startOlderAfter('3_third');
    await query("UPDATE _prisma_migrations SET migration_name = '3_things_breaking' WHERE migration_name = '3_third'");
    addMigration('2_of_a_branch', 'CREATE TABLE branch (id int)');
    await expect(migrate(own.url, folder)).rejects.toThrow(DatabaseUnusable);
    expect(await tableExists('branch')).toBe(false);
  });

  it('can be used if the breaking migration was rolled back', async () => {
    await startOlderAfter('2_second');
    await query(
      "UPDATE _prisma_migrations SET migration_name = '2_breaking', rolled_back_at = now() WHERE migration_name = '2_second'",
    );
    expect(await migrate(own.url, folder)).toEqual({ applied: [], unknown: [] });
  });
});

describe('a breaking migration', () => {
  const ofPlatform = async (url = own.url) => openDatabase(await reachDatabase(url));
  const connected = async (config: pg.ClientConfig) => {
    const client = new pg.Client({ connectionString: own.url, ...config });
    await client.connect();
    return client;
  };
  const names = ['1_first', '2_second', '3_things_breaking'];

  beforeEach(async () => {
    addMigration('1_first', 'CREATE TABLE things (id int); CREATE TABLE signing_keys (id int)');
    await migrate(own.url, folder);
    await query('INSERT INTO signing_keys VALUES (1)');
    addMigration('2_second', 'ALTER TABLE things ADD COLUMN size int');
    addMigration('3_things_breaking', 'ALTER TABLE things DROP COLUMN size');
  });

  it('is refused with all others while a process serves requests, and applied once it has ended', async () => {
    const serving = await ofPlatform();
    await serving.pool.query('SELECT 1');
    await expect(migrate(own.url, folder)).rejects.toEqual(
      refusal(/^Processes of earlier versions cannot run with migration 3_things_breaking, and 1 connection of /),
    );
    expect(await query('SELECT migration_name AS name FROM _prisma_migrations')).toEqual([{ name: '1_first' }]);
    await serving.close();
    expect((await migrate(own.url, folder)).applied).toEqual(names.slice(1));
  });

  it('is applied all the same if that is requested', async () => {
    const serving = await ofPlatform();
    await serving.pool.query('SELECT 1');
    expect((await migrate(own.url, folder, { evenIfServing: true })).applied).toEqual(names.slice(1));
    await serving.close();
  });

  it('is applied once while other programs are connected, and by processes that start together', async () => {
    const others = await Promise.all([
      connected({ application_name: 'psql' }),
      connected({ connectionString: own.superuserUrl }),
    ]);
    const applied = (await Promise.all([1, 2, 3].map(() => migrate(own.url, folder)))).flatMap((one) => one.applied);
    expect(applied.toSorted()).toEqual(names.slice(1));
    await Promise.all(others.map((client) => client.end()));
  });

  it('recognizes processes whose address has a name for its connections', async () => {
    const url = `${own.url}?application_name=idp`;
    const serving = await ofPlatform(url);
    await serving.pool.query('SELECT 1');
    await expect(migrate(url, folder)).rejects.toThrow(DatabaseUnusable);
    await serving.close();
  });

  it('is always refused behind PgBouncer, which does not show who is connected, unless it is requested', async () => {
    const pooler = await startPgBouncer(own.url);
    await expect(migrate(pooler.url, folder)).rejects.toEqual(
      refusal(/unknown whether there are any behind the pooler/),
    );
    expect((await migrate(pooler.url, folder, { evenIfServing: true })).applied).toEqual(names.slice(1));
    await pooler.stop();
  });

  it('is applied although others are connected if no process has ever started on the database', async () => {
    await query('DELETE FROM signing_keys');
    const other = await connected({});
    expect((await migrate(own.url, folder)).applied).toEqual(names.slice(1));
    await other.end();
  });
});

describe('through PgBouncer in transaction mode, as a role that is no superuser, the platform', () => {
  it('migrates once, however many processes start, and reads and writes in interleaved transactions', async () => {
    const pooler = await startPgBouncer(own.url);
    const applied = (await Promise.all([1, 2, 3].map(() => migrate(pooler.url)))).flatMap(({ applied }) => applied);
    expect(new Set(applied).size).toBe(applied.length);
    const database = openDatabase(await reachDatabase(pooler.url), { max: 6 });
    const names = Array.from({ length: 12 }, (_, index) => `user${index}`);
    await Promise.all(
      names.map((username) =>
        database.prisma.$transaction(async (tx) => {
          await tx.user.create({ data: { id: `user_${username}`, username } });
          expect(await tx.user.count({ where: { username } })).toBe(1);
        }),
      ),
    );
    const found = await database.prisma.user.findMany({ orderBy: { createdAt: 'asc' } });
    expect(new Set(found.map((user) => user.username))).toEqual(new Set(names));
    await database.close();
    await pooler.stop();
  });
});
