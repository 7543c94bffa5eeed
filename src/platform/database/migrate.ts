// SQL: migrations, their records and an advisory lock.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { readState, recordsTable } from './migration-records.ts';
import { isBreaking, type Migration, readMigrations, shippedMigrations } from './migrations.ts';
import { countServing, wasServed, withStartingClient } from './other-processes.ts';
import type { ReachedDatabase } from './reach.ts';
import { DatabaseUnusable, reasonOf } from './unusable.ts';

/** Names of migrations. */
interface MigrationResult {
  applied: string[];
  /** Applied by a newer version. Their names show that this version can run with them. */
  unknown: string[];
}

interface MigrateOptions {
  folder?: string;
  /** Whether breaking migrations run although other processes are connected. */
  evenIfServing?: boolean;
  /** Called with the names of the missing migrations, unless there are none, before the first one runs. */
  onBegin?: (names: string[]) => void;
}

/**
 * Applies the missing migrations. The records are those of `prisma migrate deploy` (table `_prisma_migrations`), so
 * both can be used on the same database.
 *
 * Each migration is applied and recorded in one transaction, so one that fails changes nothing, and a pooler may assign
 * a connection per transaction. Concurrent starts wait for each other. Throws `DatabaseUnusable` if the server refuses
 * a statement, if the database was migrated by other files or by a breaking migration of a newer version, or if a
 * breaking migration would end what other processes do.
 */
export async function migrate(database: ReachedDatabase, options: MigrateOptions = {}): Promise<MigrationResult> {
  const migrations = readMigrations(options.folder ?? shippedMigrations);
  return withStartingClient(database, async (client) => {
    const applied: string[] = [];
    for (;;) {
      const isFirst = applied.length === 0;
      const { next, unknown } = await inTransaction(client, () =>
        applyNext(client, migrations, isFirst ? (state) => begin(client, database, state, options) : undefined),
      );
      if (next === undefined) return { applied, unknown };
      applied.push(next);
    }
  });
}

/**
 * Throws `DatabaseUnusable` unless a platform of this version has migrated the database. Changes nothing: for commands
 * that work beside a running platform.
 */
export function requireMigrated(database: ReachedDatabase): Promise<void> {
  return withStartingClient(database, async (client) => {
    const { pending } = await readState(client, readMigrations(shippedMigrations));
    if (pending.length)
      throw new DatabaseUnusable('The database is not one of this version of the platform: start the platform first.');
  });
}

type State = Awaited<ReturnType<typeof readState>>;

/**
 * Applies the first missing migration, after `onState`. Returns its name, undefined if none is missing, and the names
 * that are unknown here.
 */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
  onState: ((state: State) => Promise<void>) | undefined,
): Promise<{ next: string | undefined; unknown: string[] }> {
  // The lock of Prisma Migrate, so that both wait for each other; per transaction, because a pooler may assign the next
  // statement another session. The table is created under it: two concurrent CREATE TABLE IF NOT EXISTS can fail.
  await client.query('SELECT pg_advisory_xact_lock(72707369)');
  await client.query(recordsTable);
  const state = await readState(client, migrations);
  await onState?.(state);
  const [next] = state.pending;
  if (next !== undefined) await run(client, next);
  return { next: next?.name, unknown: state.unknown };
}

/** Refuses to break processes that are connected, before anything has changed. */
async function begin(
  client: pg.Client,
  database: ReachedDatabase,
  { pending }: State,
  { evenIfServing = false, onBegin }: MigrateOptions,
): Promise<void> {
  const names = pending.map(({ name }) => name);
  const refusing = evenIfServing ? undefined : names.find(isBreaking);
  if (refusing !== undefined && (await wasServed(client))) refuseWhile(await countServing(client, database), refusing);
  if (names.length) onBegin?.(names);
}

function refuseWhile(serving: number | undefined, name: string): void {
  if (serving === 0) return;
  const others =
    serving === undefined
      ? 'it is unknown whether there are any behind the pooler'
      : `${serving} ${serving === 1 ? 'connection of another process is' : 'connections of other processes are'} open`;
  throw new DatabaseUnusable(
    `Processes of earlier versions cannot run with migration ${name}, and ${others}: stop them and start again, or ` +
      'run the command "migrate --breaking".',
  );
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

/**
 * A migration takes as long as its tables are large, and waits for other starts: limits that the server, the database
 * or the role has by default would end it. By name, because older servers lack some.
 */
const withoutTimeLimits = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(withoutTimeLimits);
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
