import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { projectFile } from '../project-file.ts';
import { clientConfig } from './connections.ts';
import type { ReachedDatabase } from './reach.ts';
import { DatabaseUnusable, reasonOf } from './unusable.ts';

const shippedMigrations = fileURLToPath(projectFile('prisma/migrations'));

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Names of migrations. */
interface MigrationResult {
  applied: string[];
  /** Applied by a newer version. Their names show that this version can run with them. */
  unknown: string[];
}

/** The end of the name of a migration that older versions cannot run with: they refuse to start after it. */
const breaking = /_breaking$/;

/**
 * Applies the missing migrations. The records are those of `prisma migrate deploy` (table `_prisma_migrations`), so
 * both can be used on the same database.
 *
 * Each migration is applied and recorded in one transaction, so one that fails changes nothing, and a pooler may assign
 * a connection per transaction. Concurrent starts wait for each other. Throws `DatabaseUnusable` if the server refuses
 * a statement, or if the database was migrated by other files or by a breaking migration of a newer version.
 */
export async function migrate(database: ReachedDatabase, folder = shippedMigrations): Promise<MigrationResult> {
  const migrations = readMigrations(folder);
  const client = await connect(database);
  try {
    const applied: string[] = [];
    for (;;) {
      const { next, unknown } = await inTransaction(client, () => applyNext(client, migrations));
      if (next === undefined) return { applied, unknown };
      applied.push(next);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Throws `DatabaseUnusable` unless a platform of this version has migrated the database. Changes nothing: for commands
 * that work beside a running platform.
 */
export async function requireMigrated(database: ReachedDatabase): Promise<void> {
  const client = await connect(database);
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
    );
    const records = rows[0]?.found ? await readRecords(client) : new Map<string, MigrationRecord>();
    const migrations = readMigrations(shippedMigrations);
    unknownNames(migrations, records);
    if (!migrations.every((migration) => isApplied(migration, records.get(migration.name))))
      throw new DatabaseUnusable('The database is not one of this version of the platform: start the platform first.');
  } finally {
    await client.end().catch(() => {});
  }
}

function readMigrations(folder: string): Migration[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).sort();
  return names.map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function connect({ config, sessionSettings }: ReachedDatabase): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(config));
  client.on('error', () => {}); // The pending query reports it.
  try {
    await client.connect();
    await client.query(sessionSettings);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw new DatabaseUnusable(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Applies the first missing migration. Returns its name, undefined if none is missing, and the names that are unknown
 * here.
 */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ next: string | undefined; unknown: string[] }> {
  // The lock of Prisma Migrate, so that both wait for each other; per transaction, because a pooler may assign the next
  // statement another session. The table is created under it: two concurrent CREATE TABLE IF NOT EXISTS can fail.
  await client.query('SELECT pg_advisory_xact_lock(72707369)');
  await client.query(recordsTable);
  const records = await readRecords(client);
  const unknown = unknownNames(migrations, records);
  const next = migrations.find((migration) => !isApplied(migration, records.get(migration.name)));
  if (next !== undefined) await run(client, next);
  return { next: next?.name, unknown };
}

/** The migrations that a newer version applied. Throws if this version cannot run with one of them. */
function unknownNames(migrations: readonly Migration[], records: ReadonlyMap<string, MigrationRecord>): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...records.keys()].filter((name) => !known.has(name)).sort();
  const refusing = unknown.find((name) => breaking.test(name));
  if (refusing === undefined) return unknown;
  throw new DatabaseUnusable(
    `This version cannot run with migration ${refusing}, which a newer version applied: start that version or a later one.`,
  );
}

// The columns that Prisma Migrate creates.
const recordsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

interface MigrationRecord {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

async function readRecords(client: pg.Client): Promise<Map<string, MigrationRecord>> {
  const { rows } = await client.query<MigrationRecord>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function isApplied({ name, checksum }: Migration, record: MigrationRecord | undefined): boolean {
  if (record === undefined) return false;
  if (record.finished_at === null) {
    throw new DatabaseUnusable(`Migration ${name} failed earlier: repair it with "prisma migrate resolve".`);
  }
  if (record.checksum !== checksum) {
    throw new DatabaseUnusable(`Migration ${name} differs from the one that was applied to this database.`);
  }
  return true;
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new DatabaseUnusable(`Migration ${name} failed: ${reasonOf(error)}.`, { cause: error });
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error instanceof DatabaseUnusable
      ? error
      : new DatabaseUnusable(`Migrating the database failed: ${reasonOf(error)}.`, { cause: error });
  }
}
