// SQL: many rows that are written by one statement, and events that stay text.
// Deliveries: events that were attempted, wait for an earlier one about the same record, or are sent again.
import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import type { DeliveryStatus, WebhookAttempt } from '../../vocabulary/records/delivery-shapes.ts';
import { copyRows, copyText } from '../sql/copy-rows.ts';
import { eventColumns, type EventRow, LoggedEvent } from '../logged-event.ts';

type Client = Pick<pg.ClientBase, 'query'>;
type Pool = Pick<Database, 'pool' | 'preparedStatements'>;

/** A delivery that is due, with its event. */
export interface DueDelivery {
  id: string;
  sequence: number | null;
  previousId: string | null;
  /** All attempts, and those since it was last scheduled. */
  attempts: number;
  tries: number;
  firstAttemptAt: Date | null;
  /** When this attempt was due; null if it has no row yet. */
  dueAt: Date | null;
  /** Whether it is part of a bulk resend, which has a rate limit. */
  isResend: boolean;
  event: LoggedEvent;
}

// Events are joined after the limit, so few are looked up.
const due = `
  SELECT d.id AS "deliveryId", d.sequence::float8, d.previous_id AS "previousId", d.attempts, d.tries,
    d.first_attempt_at AS "firstAttemptAt", d.next_attempt_at AS "dueAt", d.redelivery IS NOT NULL AND d.redelivery <> 'single' AS "isResend", ${eventColumns}
  FROM (
    SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= $2
    ORDER BY next_attempt_at, position LIMIT $3
  ) AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.position`;

type DueRow = Omit<DueDelivery, 'id' | 'event'> & EventRow & { deliveryId: string };

/** Deliveries that are due, the oldest first. */
export async function dueDeliveries(
  database: Pool,
  webhookId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueDelivery[]> {
  const query = { ...preparedStatement(database, 'webhook_due', due), values: [webhookId, now, limit] };
  const { rows } = await database.pool.query<DueRow>(query);
  return rows.map(
    ({ deliveryId, sequence, previousId, attempts, tries, firstAttemptAt, dueAt, isResend, ...event }) => {
      const progress = { sequence, previousId, attempts, tries, firstAttemptAt, dueAt, isResend };
      return { id: deliveryId, ...progress, event: new LoggedEvent(event) };
    },
  );
}

/** A delivery after a round. */
export interface DeliveryState {
  delivery: DueDelivery;
  status: DeliveryStatus;
  attempts: number;
  tries: number;
  nextAttemptAt: Date | null;
  firstAttemptAt: Date | null;
  finishedAt: Date | null;
  /** The attempt of the round, and its number among all attempts of the webhook; null if there was none. */
  attempt: WebhookAttempt | null;
  attemptNumber: bigint | null;
}

const columns =
  `id webhook_id event_id event_type position subject_key sequence previous_id status attempts tries next_attempt_at
  first_attempt_at finished_at last_attempt failure http_status log created_at`.split(/\s+/);

/**
 * Inserts deliveries of new events with COPY: for hundreds of rows INSERT takes twice the time (bench:events,
 * deliveries, 0.3).
 */
export async function addDeliveries(
  client: pg.ClientBase,
  webhookId: string,
  states: readonly DeliveryState[],
  now: Date,
): Promise<void> {
  const createdAt = now.toISOString();
  let rows = '';
  for (const { delivery, attempt, ...state } of states) {
    const { id, event, sequence, previousId } = delivery;
    const { status, attempts, tries, nextAttemptAt, firstAttemptAt, finishedAt, attemptNumber } = state;
    const { id: eventId, type, position, subjectKey } = event;
    const log = attempt ? `[${JSON.stringify(attempt)}]` : '[]';
    // biome-ignore format: in the order of the columns
    rows += copyText([
      id, webhookId, eventId, type, position, subjectKey, sequence, previousId, status, attempts, tries, nextAttemptAt,
      firstAttemptAt, finishedAt, attemptNumber, attempt?.failure ?? null, attempt?.status ?? null, log, createdAt,
    ]);
  }
  await copyRows(client, 'webhook_deliveries', columns, rows);
}

/** Attempts that are stored with a delivery: the first one, and the newest of the others. */
const maxStoredAttempts = 21;

const attempted = `attempts = given.attempts, first_attempt_at = given.first, last_attempt = given.last,
    failure = given.attempt ->> 'failure', http_status = (given.attempt ->> 'status')::int,
    log = (CASE WHEN json_array_length(d.log) < ${maxStoredAttempts} THEN d.log::jsonb ELSE d.log::jsonb - 1 END || given.attempt)::json`;

// With the ids in the condition, rows are looked up by index. MERGE checks the status after the join; for an UPDATE the
// planner expects few pending rows, and compares every row with every other.
// A redelivery that was requested during an attempt that failed is not replaced by the time of its retry.
const save = `
  MERGE INTO webhook_deliveries AS d
  USING jsonb_to_recordset($1::jsonb) AS given (id text, last bigint, status text, attempts int, tries int, scheduled timestamptz,
    due timestamptz, first timestamptz, finished timestamptz, attempt jsonb)
  ON d.id = given.id AND d.id = ANY($2)
  WHEN MATCHED AND d.status = 'pending' AND given.status <> 'delivered' AND d.next_attempt_at <> given.scheduled THEN UPDATE SET
    tries = CASE given.status WHEN 'failed' THEN 0 ELSE given.tries END,
    redelivery = CASE given.status WHEN 'failed' THEN 'single' ELSE d.redelivery END, ${attempted}
  WHEN MATCHED AND d.status = 'pending' THEN UPDATE SET status = given.status, tries = given.tries,
    next_attempt_at = given.due, finished_at = given.finished, ${attempted}`;

/** Writes the results of deliveries that were due. */
export async function saveDeliveries(client: Client, states: readonly DeliveryState[]): Promise<void> {
  const rows = states.map((state) => ({
    id: state.delivery.id,
    last: `${state.attemptNumber}`,
    status: state.status,
    attempts: state.attempts,
    tries: state.tries,
    scheduled: state.delivery.dueAt,
    due: state.nextAttemptAt,
    first: state.firstAttemptAt,
    finished: state.finishedAt,
    attempt: state.attempt,
  }));
  await client.query(save, [JSON.stringify(rows), rows.map(({ id }) => id)]);
}
