// SQL: connections of other processes, and tables that may not exist.
import pg from 'pg';
import { servingName, startingConfig } from './connections.ts';
import type { ReachedDatabase } from './reach.ts';
import { DatabaseUnusable, reasonOf } from './unusable.ts';

/** Runs work on a connection without a time limit for its statements. Throws `DatabaseUnusable` without one. */
export async function withStartingClient<Result>(
  { config, sessionSettings }: ReachedDatabase,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(startingConfig(config));
  client.on('error', () => {}); // The pending query reports it.
  try {
    await client.connect().catch(unreachable);
    await client.query(sessionSettings).catch(unreachable);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

function unreachable(error: unknown): never {
  throw new DatabaseUnusable(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error });
}

/**
 * The number of connections to the database by processes that serve requests. Undefined behind a pooler, whose
 * connections have the name of their last client.
 */
export async function countServing(
  client: pg.Client,
  { config, isPooled }: ReachedDatabase,
): Promise<number | undefined> {
  if (isPooled) return undefined;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND application_name = $1::name::text`,
    [config.application_name ?? servingName],
  );
  return rows[0]?.count;
}

/** Whether a process has ever started on the database: the first one makes signing keys. */
export async function wasServed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('signing_keys') IS NOT NULL AS present`,
  );
  if (!rows[0]?.present) return false;
  const { rowCount } = await client.query('SELECT FROM signing_keys LIMIT 1');
  return rowCount === 1;
}
