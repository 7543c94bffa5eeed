import type { Database } from '../platform/database/database.ts';
import { named } from '../platform/database/statement-names.ts';
import { type EventText, eventTextColumns } from './webhook-events.ts';

/** Deliveries whose turn it is, and the webhooks that have some. */
type Pool = Pick<Database, 'pool' | 'preparedStatements'>;

/** A delivery that is to be attempted, with its event. */
export interface Turn {
  id: string;
  sequence: string | null;
  previousId: string | null;
  attempts: number;
  tries: number;
  firstAttemptAt: Date | null;
  /** Whether it is sent again at a pace: it was not asked for by itself. */
  isResend: boolean;
  event: EventText;
}

// Few events are looked up, in the order in which they are told: those of the rows that the limit leaves.
const due = `
  SELECT d.id AS "deliveryId", d.sequence, d.previous_id AS "previousId", d.attempts, d.tries,
    d.first_attempt_at AS "firstAttemptAt", d.redelivery IS NOT NULL AND d.redelivery <> 'single' AS "isResend", ${eventTextColumns}
  FROM (
    SELECT * FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= $2 AND id <> ALL($4)
    ORDER BY next_attempt_at, position LIMIT $3
  ) AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.position`;

type Row = Omit<Turn, 'id' | 'event'> & EventText & { deliveryId: string };

/** What is due, the oldest first, but for some deliveries. */
export async function dueTurns(
  database: Pool,
  webhookId: string,
  { now, most, except }: { now: Date; most: number; except: readonly string[] },
): Promise<Turn[]> {
  const query = named(database, 'webhook_due', due);
  const { rows } = await database.pool.query<Row>({ ...query, values: [webhookId, now, most, except] });
  return rows.map(turnOf);
}

const turnOf = ({
  deliveryId,
  sequence,
  previousId,
  attempts,
  tries,
  firstAttemptAt,
  isResend,
  ...event
}: Row): Turn => ({
  id: deliveryId,
  sequence,
  previousId,
  attempts,
  tries,
  firstAttemptAt,
  isResend,
  event,
});

/**
 * When there is something to do for a webhook again, but for what was just fanned out to it; null when there is nothing for now. What lost
 * its event, which is never told, is nothing to do.
 */
export async function nextTurn({ pool }: Pick<Pool, 'pool'>, webhookId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT next_attempt_at FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
        WHERE webhook_id = $1 AND status = 'pending' ORDER BY next_attempt_at LIMIT 1),
       (SELECT min(held_until) FROM webhook_streams WHERE webhook_id = $1 AND held_until IS NOT NULL)) AS at`,
    [webhookId],
  );
  return rows[0]?.at ?? null;
}

/**
 * The webhooks that are told of events and have something to do now. The first delivery in order is asked for: asked whether any is due, the
 * database would read all there are.
 */
export async function webhooksWithTurns({ pool }: Pick<Pool, 'pool'>, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM webhooks AS w WHERE is_enabled AND (rests_until IS NULL OR rests_until <= $1) AND (
       EXISTS (SELECT FROM webhook_batches WHERE webhook_id = w.id)
       OR (SELECT next_attempt_at FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
         WHERE webhook_id = w.id AND status = 'pending' ORDER BY next_attempt_at LIMIT 1) <= $1
       OR EXISTS (SELECT FROM webhook_streams WHERE webhook_id = w.id AND held_until <= $1))`,
    [now],
  );
  return rows.map(({ id }) => id);
}
