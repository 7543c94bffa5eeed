import { day, minute } from '../domain/durations.ts';
import type { Database } from '../platform/database/database.ts';

interface Used {
  /** How exact the time is, in milliseconds: within it, further uses write nothing. */
  step: number;
  /** Sets the time of the rows with these ids, and returns the ids of those that exist and were not locked. */
  write: string;
}

/**
 * The statement that sets a time. A row that a change has locked is left out, so that it waits for no change and cannot
 * deadlock with one.
 */
const writing = (table: string, key: string, column: string, condition = ''): string => `
  WITH given AS (SELECT * FROM unnest($1::text[], $2::timestamptz[]) AS given (id, at)),
  found AS (SELECT ${key} AS id FROM ${table} WHERE ${key} = ANY($1) ${condition} FOR NO KEY UPDATE SKIP LOCKED),
  written AS (
    UPDATE ${table} SET ${column} = given.at FROM given, found
    WHERE given.id = found.id AND ${table}.${key} = found.id AND ${table}.${key} = ANY($1) ${condition} AND (${column} IS NULL OR ${column} < given.at)
  )
  SELECT id FROM found`;

/** What has a time of its last use. */
export const lastUses = {
  application: { step: day, write: writing('applications', 'id', 'last_used_at') },
  secret: { step: day, write: writing('application_secrets', 'id', 'last_used_at') },
  session: {
    step: 5 * minute,
    write: writing('oidc_records', 'uid', 'last_active_at', `AND model = 'Session'`),
  },
} as const satisfies Record<string, Used>;

export type UsedKind = keyof typeof lastUses;

/** Stores when these were last used. Returns the ids of those that were not written: locked, or deleted. */
export async function writeLastUses(
  { pool }: Pick<Database, 'pool'>,
  kind: UsedKind,
  uses: ReadonlyMap<string, number>,
): Promise<string[]> {
  const times = [...uses.values()].map((time) => new Date(time));
  const { rows } = await pool.query<{ id: string }>(lastUses[kind].write, [[...uses.keys()], times]);
  const written = new Set(rows.map(({ id }) => id));
  return [...uses.keys()].filter((id) => !written.has(id));
}
