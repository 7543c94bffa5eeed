// SQL: the table of Prisma Migrate, which may not exist.
import type pg from 'pg';
import { isBreaking, type Migration, namesIn, shippedMigrations } from './migrations.ts';
import { DatabaseUnusable } from './unusable.ts';

/** A row of the table of Prisma Migrate. */
interface MigrationRecord {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** The state of a database. */
interface MigrationState {
  /** Migrations that the database lacks, in the order in which they run. */
  pending: Migration[];
  /** Names of what a newer version has applied and this one can run with. */
  unknown: string[];
}

/**
 * Compares the records of a database with the migrations of this version. Throws `DatabaseUnusable` if it was migrated
 * by other files, by a version before 0.2.0, or by a breaking migration of a newer version.
 */
export async function readState(client: pg.ClientBase, migrations: readonly Migration[]): Promise<MigrationState> {
  const records = await readRecords(client);
  const [first] = migrations;
  // There is one initial migration: the databases of versions before it were made by others.
  if (records.size > 0 && first !== undefined && !records.has(first.name))
    throw new DatabaseUnusable(
      'The database is that of a version before 0.2.0, which cannot be upgraded: use an empty one.',
    );
  const unknown = unknownNames(migrations, [...records.keys()]);
  const pending = migrations.filter((migration) => !isApplied(migration, records.get(migration.name)));
  return { pending, unknown };
}

async function readRecords(client: pg.ClientBase): Promise<Map<string, MigrationRecord>> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  );
  if (!tables[0]?.present) return new Map();
  const { rows } = await client.query<MigrationRecord>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function unknownNames(migrations: readonly Migration[], recorded: readonly string[]): string[] {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = recorded.filter((name) => !names.has(name)).sort();
  const refusing = unknown.find(isBreaking);
  if (refusing === undefined) return unknown;
  throw new DatabaseUnusable(
    `This version cannot run with migration ${refusing}, which a newer version applied: start that version or a later one.`,
  );
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

/**
 * Whether a newer version has applied a breaking migration since this process started, which then must not receive
 * requests.
 */
export function createOutdatedCheck(pool: pg.Pool): () => Promise<boolean> {
  const shipped = namesIn(shippedMigrations);
  return async () => {
    const { rows } = await pool.query<{ migration_name: string }>(
      `SELECT migration_name FROM _prisma_migrations
       WHERE rolled_back_at IS NULL AND NOT migration_name = ANY($1)`,
      [shipped],
    );
    return rows.some(({ migration_name: name }) => isBreaking(name));
  };
}

// The columns that Prisma Migrate creates.
export const recordsTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;
