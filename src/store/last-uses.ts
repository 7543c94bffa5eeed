// SQL: rows that are skipped while others lock them.
import { day, minute } from '../domain/durations.ts';
import type { Database } from '../platform/database/database.ts';

interface Used {
  /** Resolution of the time in milliseconds: within it, further uses write nothing. */
  step: number;
  /** Sets the time $2 of the rows with the ids $1, and returns the ids of those that are locked or do not exist. */
  write: string;
}

/**
 * The statement that sets a time. A row that a change has locked is left out, so that it waits for no change and cannot
 * deadlock with one. A locked row keeps its place (ctid), which saves a second look-up.
 */
const writing = (table: string, key: string, column: string, condition = ''): string => `
  WITH found AS (
    SELECT ${key} AS id, ctid AS place FROM ${table} WHERE ${key} = ANY($1::text[]) ${condition}
    FOR NO KEY UPDATE SKIP LOCKED
  ),
  written AS (
    UPDATE ${table} SET ${column} = $2 FROM found
    WHERE ${table}.ctid = found.place AND (${column} IS NULL OR ${column} < $2)
  )
  SELECT id FROM unnest($1::text[]) AS given (id) WHERE id NOT IN (SELECT id FROM found)`;

/** The records that have a time of their last use. */
export const lastUses = {
  application: { step: day, write: writing('applications', 'id', 'last_used_at') },
  secret: { step: day, write: writing('application_secrets', 'id', 'last_used_at') },
  session: {
    step: 5 * minute,
    write: writing('oidc_records', 'uid', 'last_active_at', `AND model = 'Session'`),
  },
} as const satisfies Record<string, Used>;

export type UsedKind = keyof typeof lastUses;

/** Stores that these were last used `at`. Returns the ids of those that were not written: locked, or deleted. */
export async function writeLastUses(
  { pool }: Pick<Database, 'pool'>,
  kind: UsedKind,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(lastUses[kind].write, [ids, at]);
  return rows.map(({ id }) => id);
}
