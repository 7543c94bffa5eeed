import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clientConfig } from './connections.ts';
import { readAddress } from './database.ts';
import { messageOf } from '../error-message.ts';

/** The database cannot be used as it is. The message is one sentence for the person who runs the platform. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

const shippedMigrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const oldestSupported = 15;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** What `migrate` did and found: names of migrations. */
export interface Migrated {
  applied: string[];
  /** Applied by a newer version, which says by their names that this version can run all the same. */
  unknown: string[];
}

/** How the name of a migration ends after which older versions cannot run: the record of it refuses their start. */
const breaking = /_breaking$/;

/**
 * Brings the database to the present schema. It keeps the records of `prisma migrate deploy` (table `_prisma_migrations`), so that both
 * may be used on the same database.
 *
 * Each migration is one transaction together with its record: one that fails leaves nothing behind, and it works through
 * a pooler that gives every transaction another connection. Processes that start at the same time wait for each other.
 * Throws DatabaseUnusable when the server is unreachable, too old, refuses a statement, or was migrated by other files,
 * or by a newer version with a breaking migration.
 */
export async function migrate(url: string, folder = shippedMigrations): Promise<Migrated> {
  const migrations = readMigrations(folder);
  const client = await connect(url);
  try {
    await requireVersion(client);
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

function readMigrations(folder: string): Migration[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).sort();
  return names.map((name) => {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function connect(url: string): Promise<pg.Client> {
  const { connectionString } = readAddress(url);
  const client = new pg.Client(clientConfig(connectionString));
  client.on('error', () => {}); // The query under way reports it.
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseUnusable(`The database cannot be reached: ${reason(error)}.`, { cause: error });
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < oldestSupported) {
    throw new DatabaseUnusable(`The database is PostgreSQL ${version}: ${oldestSupported} or newer is needed.`);
  }
}

/** Applies the first migration that is missing and returns its name, undefined when there is none; and what is not ours. */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ next: string | undefined; unknown: string[] }> {
  // Prisma Migrate's own lock, so that we wait for it and it for us; of the transaction, not of the session, which a
  // pooler would give to somebody else. The table is made under it: IF NOT EXISTS alone fails when two do it at once.
  await client.query('SELECT pg_advisory_xact_lock(72707369)');
  await client.query(recordsTable);
  const records = await readRecords(client);
  const unknown = unknownNames(migrations, records);
  const next = migrations.find((migration) => !isApplied(migration, records.get(migration.name)));
  if (next !== undefined) await run(client, next);
  return { next: next?.name, unknown };
}

/** The migrations that a newer version applied. Refuses the database when this version cannot run after one of them. */
function unknownNames(migrations: readonly Migration[], records: ReadonlyMap<string, MigrationRecord>): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...records.keys()].filter((name) => !known.has(name)).sort();
  const refusing = unknown.find((name) => breaking.test(name));
  if (refusing === undefined) return unknown;
  throw new DatabaseUnusable(
    `The database was migrated by a newer version, and this one cannot run after migration ${refusing}: start that version or a later one.`,
  );
}

// Column for column what Prisma Migrate makes.
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
    throw new DatabaseUnusable(`Migration ${name} is not the one that was applied to this database.`);
  }
  return true;
}

async function run(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new DatabaseUnusable(`Migration ${name} failed: ${reason(error)}.`, { cause: error });
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
      : new DatabaseUnusable(`The database refused to be migrated: ${reason(error)}.`, { cause: error });
  }
}

/** A connection that fails on every address of a name has only a list of reasons. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ');
  return messageOf(error);
}
