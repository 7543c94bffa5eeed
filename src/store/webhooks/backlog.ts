// SQL: counts that stop at a limit, from one snapshot.
import type { Database } from '../../platform/database/database.ts';

/** Undelivered events and deliveries of all webhooks. */
interface Backlog {
  /** Events after the cursor of the enabled webhook that is furthest behind. */
  events: number;
  /** Deliveries that are due or repeated later, counted up to 10,000. */
  deliveries: number;
  /** Mails and SMS, counted up to 10,000. */
  messages: number;
}

const limit = 10_000;

const query = `
  SELECT (SELECT coalesce(max(h.position - w.cursor), 0) FROM event_head AS h, webhooks AS w
      WHERE w.is_enabled)::float8 AS events,
    (SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE status = 'pending' LIMIT ${limit}) AS d)::float8 AS deliveries,
    (SELECT count(*) FROM (SELECT FROM messages WHERE state = 'pending' LIMIT ${limit}) AS m)::float8 AS messages`;

/** Reads the backlog, for the metrics. */
export async function readBacklog({ pool }: Pick<Database, 'pool'>): Promise<Record<keyof Backlog, number>> {
  const { rows } = await pool.query<Record<keyof Backlog, number>>(query);
  return rows[0] ?? { events: 0, deliveries: 0, messages: 0 };
}
