// SQL: rows that get times in order, and insertions from a query, up to a number.
import type pg from 'pg';
import { paceStart, type Pace } from '../../domain/webhooks/webhook-sending.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Redelivery } from '../../vocabulary/records/delivery-shapes.ts';
import { matchesFilter, subjectKeyOf, wasEnabledAt } from './events.ts';

/** Maximum number of deliveries per call: the oldest. */
const maxPerCall = 10_000;

/** The ways to resend events. */
interface Sending {
  webhookId: string;
  redelivery: Redelivery;
  perSecond: number;
  now: Date;
}

// Number n is due n / perSecond seconds from now.
const dueAt = ({ now, perSecond }: Sending, index: Prisma.Sql) =>
  Prisma.sql`${now}::timestamptz + (${index}) * interval '1 second' / ${perSecond}::int`;

/** Which failed deliveries are resent: `since` is included, `until` is not. An empty list of types means all. */
interface Failed {
  since: Date;
  until?: Date | undefined;
  eventTypes?: readonly string[] | undefined;
  /** Only events about this record. */
  subject?: { kind: string; id: string } | undefined;
}

/** Reschedules failed deliveries, with a new schedule of retries. Returns their number. */
export async function resendFailed(tx: Transaction, sending: Sending, failed: Failed): Promise<number> {
  const { since, until, eventTypes = [], subject } = failed;
  const before = until ? Prisma.sql`AND finished_at < ${until}` : Prisma.empty;
  const ofTypes = eventTypes.length ? Prisma.sql`AND event_type = ANY(${[...eventTypes]}::text[])` : Prisma.empty;
  // The index of events finds those of a record.
  const about = subject
    ? Prisma.sql`AND event_id IN (SELECT id FROM events WHERE subject_kind = ${subject.kind} AND subject_id = ${subject.id})`
    : Prisma.empty;
  const { webhookId, redelivery } = sending;
  return tx.$executeRaw`
    WITH chosen AS (
      SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM (
        SELECT id, position FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'failed' AND finished_at >= ${since}
          ${before} ${ofTypes} ${about}
        ORDER BY position LIMIT ${maxPerCall} FOR UPDATE
      ) AS oldest
    )
    UPDATE webhook_deliveries AS d SET status = 'pending', tries = 0, finished_at = NULL, redelivery = ${redelivery},
      next_attempt_at = ${dueAt(sending, Prisma.sql`chosen.place`)}
    FROM chosen WHERE d.id = chosen.id`;
}

/** Which pending deliveries are attempted sooner: those that were created at this time or later. */
interface Pending {
  since: Date;
  /** Whether the pause of the endpoint ends as well: then it is sooner for all of them. */
  endsPause: boolean;
}

/**
 * Attempts pending deliveries as soon as the rate allows instead of at the time of their retry. Returns the number of
 * those that are attempted sooner than before.
 */
export async function hastenRetries(tx: Transaction, sending: Sending, { since, endsPause }: Pending): Promise<number> {
  const due = dueAt(sending, Prisma.sql`chosen.place`);
  return tx.$executeRaw`
    WITH chosen AS (
      SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM (
        SELECT id, position FROM webhook_deliveries
        WHERE webhook_id = ${sending.webhookId} AND status = 'pending' AND created_at >= ${since} AND (tries > 0 OR ${endsPause})
        ORDER BY position LIMIT ${maxPerCall} FOR UPDATE
      ) AS oldest
    )
    UPDATE webhook_deliveries AS d SET next_attempt_at = least(d.next_attempt_at, ${due})
    FROM chosen WHERE d.id = chosen.id AND (d.next_attempt_at > ${due} OR ${endsPause})`;
}

/** A time range: `since` is included, `until` is not. */
interface TimeRange {
  since: Date;
  until: Date;
}

// Events after the cursor will be sent, unless the webhook was disabled at the time. A webhook without a cursor starts
// at its creation.
const isDone = `e.position IS NOT NULL AND (NOT ${wasEnabledAt('e.position')} OR e.position <= coalesce(w.cursor, (
  SELECT position FROM events WHERE subject_kind = 'webhook' AND subject_id = w.id AND type = 'Webhook.Created'), e.position))`;

/**
 * Adds deliveries for events of a time range that the webhook receives and that have none, outside the order: with
 * "missing" only events since its creation, with "backfill" also earlier ones. `begins` is the position of the first
 * one in the schedule. Locks the events against deletion before their deliveries are committed. Returns their number.
 */
export async function sendMissing(
  tx: Transaction,
  sending: Sending,
  { since, until }: TimeRange,
  { ids, begins }: { ids: Ids; begins: number },
): Promise<number> {
  const { webhookId, redelivery, now } = sending;
  const sinceItsCreation = redelivery === 'missing' ? Prisma.sql`AND e.position > w.starts_after` : Prisma.empty;
  const events = await tx.$queryRaw<{ id: string; type: string; position: bigint; subjectKey: string }[]>`
    SELECT e.id, e.type, e.position, ${Prisma.raw(subjectKeyOf)} AS "subjectKey" FROM events AS e
    JOIN webhooks AS w ON w.id = ${webhookId} AND ${Prisma.raw(matchesFilter)}
    WHERE e.occurred_at >= ${since} AND e.occurred_at < ${until} AND ${Prisma.raw(isDone)} ${sinceItsCreation}
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.event_id = e.id AND d.webhook_id = w.id)
    ORDER BY e.position LIMIT ${maxPerCall} FOR KEY SHARE OF e`;
  if (!events.length) return 0;
  const rows = events.map(({ id, type, position, subjectKey }, index) => ({
    id: ids.next('webhookDelivery'),
    event_id: id,
    event_type: type,
    position: `${position}`,
    subject_key: subjectKey,
    place: begins + index,
  }));
  return tx.$executeRaw`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, position, subject_key, status, next_attempt_at, redelivery, created_at)
    SELECT given.id, ${webhookId}, given.event_id, given.event_type, given.position, given.subject_key, 'pending',
      ${dueAt(sending, Prisma.sql`given.place`)}, ${redelivery}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id text, event_id text, event_type text, position bigint, subject_key text, place int)`;
}

/** Sets when the platform looks for due deliveries of a webhook. Does not change its version. */
export async function scheduleDelivery(tx: Transaction, webhookId: string, at: Date): Promise<void> {
  await tx.$executeRaw`UPDATE webhooks SET due_at = least(due_at, ${at}) WHERE id = ${webhookId}`;
}

/** Sets the rate of resends, including those of earlier calls, and schedules them. */
export async function scheduleResends(tx: Transaction, { webhookId, perSecond, now }: Sending): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhooks SET resends_per_second = ${perSecond}, resends_from = greatest(resends_from, ${now}), due_at = least(due_at, ${now})
    WHERE id = ${webhookId}`;
}

// A delivery that failed and will be retried keeps its time.
const spread = `
  WITH resends AS (
    SELECT id, row_number() OVER (ORDER BY next_attempt_at, position) - 1 AS place FROM webhook_deliveries
    WHERE webhook_id = $1 AND status = 'pending' AND redelivery <> 'single' AND (tries = 0 OR next_attempt_at <= $2)
  )
  UPDATE webhook_deliveries AS d SET next_attempt_at = $3::timestamptz + place * interval '1 second' / $4::int
  FROM resends WHERE d.id = resends.id AND d.status = 'pending'`;

/** Reschedules the resends of a webhook if more are due than its rate allows. */
export async function spreadResends(
  client: Pick<pg.ClientBase, 'query'>,
  webhookId: string,
  pace: Pace,
  now: Date,
): Promise<void> {
  // Deliveries of a webhook are only written while its row is locked.
  await client.query('SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE', [webhookId]);
  await client.query(spread, [webhookId, now, paceStart(pace, now), pace.resendsPerSecond]);
}
