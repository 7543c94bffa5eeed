// SQL: times by the clock of the database.
import type { Database } from '../platform/database/database.ts';

/** A process of the platform: which keys its SECRETS_KEY has, in order. */
export interface Process {
  id: string;
  keyIds: readonly string[];
}

type Pooled = Pick<Database, 'pool'>;

/** Time after which a process that was killed no longer counts, and is removed. It writes every 30 seconds. */
const silence = "interval '2 minutes'";

/** Writes that a process runs, by the clock of the database. */
export async function recordProcess({ pool }: Pooled, { id, keyIds }: Process): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM processes WHERE seen_at <= now() - ${silence} AND id <> $1)
     INSERT INTO processes (id, key_ids, seen_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO UPDATE SET key_ids = excluded.key_ids, seen_at = excluded.seen_at`,
    [id, keyIds],
  );
}

export async function removeProcess({ pool }: Pooled, id: string): Promise<void> {
  await pool.query('DELETE FROM processes WHERE id = $1', [id]);
}

/** The processes that run, except those that could not reach the database for two minutes. */
export async function runningProcesses({ pool }: Pooled): Promise<Process[]> {
  const { rows } = await pool.query<Process>(
    `SELECT id, key_ids AS "keyIds" FROM processes WHERE seen_at > now() - ${silence} ORDER BY id`,
  );
  return rows;
}
