// SQL: the first rows after a number for each of many webhooks.
import type { Database } from '../../platform/database/database.ts';

/** The numbers of the last attempts of webhooks, by their ids. */
export type LastAttempts = ReadonlyMap<string, number>;

/** Reads the numbers of the last attempts: of one webhook, or of all. Nothing for a webhook that does not exist. */
export async function readLastAttempts(
  { pool }: Pick<Database, 'pool'>,
  webhookId: string | null,
): Promise<Map<string, number>> {
  const query = 'SELECT id, attempts_made::float8 AS last FROM webhooks';
  const { rows } = await (webhookId === null
    ? pool.query<{ id: string; last: number }>(query)
    : pool.query<{ id: string; last: number }>(`${query} WHERE id = $1`, [webhookId]));
  return new Map(rows.map(({ id, last }) => [id, last]));
}

/** Deliveries of a webhook in the order in which their last attempts were recorded. */
interface AttemptPage {
  webhookId: string;
  ids: string[];
  /** The number of the last attempt on this page; null if the page is empty. */
  last: number | null;
}

const attempted = `
  SELECT given.id AS "webhookId", coalesce(page.ids, '{}') AS ids, page.last::float8 AS last
  FROM unnest($1::text[], $2::bigint[]) AS given (id, after) CROSS JOIN LATERAL (
    SELECT array_agg(id ORDER BY last_attempt) AS ids, max(last_attempt) AS last FROM (
      SELECT id, last_attempt FROM webhook_deliveries WHERE webhook_id = given.id AND last_attempt > given.after
      ORDER BY last_attempt LIMIT $3) AS first) AS page`;

/** Up to `limit` deliveries of each webhook whose last attempt has a larger number. */
export async function attemptedAfter(
  { pool }: Pick<Database, 'pool'>,
  after: readonly (readonly [webhookId: string, number: number])[],
  limit: number,
): Promise<AttemptPage[]> {
  const values = [after.map(([id]) => id), after.map(([, number]) => number), limit];
  return (await pool.query<AttemptPage>(attempted, values)).rows;
}
