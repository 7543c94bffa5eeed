import type { Database } from '../platform/database/database.ts';

/** Deliveries of a webhook that were attempted, in the order in which that was written down. */
export interface Attempted {
  ids: string[];
  /** Number of the last attempt among these; of the last one there is, when there are none. */
  last: bigint;
}

// One statement, so that there is no attempt between those it finds and the number it says.
const attempted = `
  SELECT d.ids, coalesce(d.last, w.attempts_made) AS last FROM webhooks AS w, LATERAL (
    SELECT coalesce(array_agg(id ORDER BY last_attempt), '{}') AS ids, max(last_attempt) AS last FROM (
      SELECT id, last_attempt FROM webhook_deliveries WHERE webhook_id = w.id AND last_attempt > $2
      ORDER BY last_attempt LIMIT $3) AS page) AS d
  WHERE w.id = $1`;

/** At most `most` deliveries whose last attempt came after that number; none after null. Undefined when there is no such webhook. */
export async function attemptedAfter(
  { pool }: Pick<Database, 'pool'>,
  webhookId: string,
  after: bigint | null,
  most: number,
): Promise<Attempted | undefined> {
  const { rows } = await pool.query<{ ids: string[]; last: string }>(attempted, [webhookId, after, most]);
  return rows[0] && { ids: rows[0].ids, last: BigInt(rows[0].last) };
}
