import type { Transaction } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Redelivery } from '../vocabulary/resources.ts';
import { subjectKeyOf, webhookAsksFor } from './webhook-matches.ts';

/** Deliveries that one call sends on their way: the oldest. */
export const mostAtOnce = 10_000;

/** How events are sent again: what for, and how many in a second. */
export interface Sending {
  webhookId: string;
  redelivery: Redelivery;
  perSecond: number;
  now: Date;
}

// The n-th is due n / perSecond seconds from now.
const dueAt = ({ now, perSecond }: Sending, place: Prisma.Sql) =>
  Prisma.sql`${now}::timestamptz + (${place}) * interval '1 second' / ${perSecond}::int`;

/** Sends deliveries again that were given up since an instant: the schedule of retries begins anew. Returns how many there were. */
export async function resendFailed(tx: Transaction, sending: Sending, since: Date): Promise<number> {
  const { webhookId, redelivery } = sending;
  return tx.$executeRaw`
    WITH chosen AS (
      SELECT id, row_number() OVER (ORDER BY position) - 1 AS place FROM (
        SELECT id, position FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND status = 'failed' AND finished_at >= ${since}
        ORDER BY position LIMIT ${mostAtOnce} FOR UPDATE
      ) AS oldest
    )
    UPDATE webhook_deliveries AS d SET status = 'pending', tries = 0, finished_at = NULL, redelivery = ${redelivery},
      next_attempt_at = ${dueAt(sending, Prisma.sql`chosen.place`)}
    FROM chosen WHERE d.id = chosen.id`;
}

/** A range of time: from an instant on, and before another. */
export interface Range {
  since: Date;
  until: Date;
}

/**
 * Sends events of a range of time that the webhook asks for and that have no delivery, outside the order of what is told as it happens: as
 * "missing" only what it would have been told of when it happened, as "backfill" also what is from before its creation.
 * `begins` is the place in time of the first of them. What was not fanned out or not told yet is on its way anyway. No event is removed
 * before the transaction ends: nothing would ever be told of a delivery without one. Returns how many.
 */
export async function sendMissing(
  tx: Transaction,
  sending: Sending,
  { since, until }: Range,
  { ids, begins }: { ids: Ids; begins: number },
): Promise<number> {
  const { webhookId, redelivery, now } = sending;
  const sinceItsBeginning = redelivery === 'missing' ? Prisma.sql`AND e.position > w.starts_after` : Prisma.empty;
  const events = await tx.$queryRaw<{ id: string; type: string; position: bigint; subjectKey: string }[]>`
    SELECT e.id, e.type, e.position, ${Prisma.raw(subjectKeyOf)} AS "subjectKey" FROM events AS e
    JOIN webhooks AS w ON w.id = ${webhookId} AND ${Prisma.raw(webhookAsksFor)}
    WHERE e.occurred_at >= ${since} AND e.occurred_at < ${until} AND e.position <= (SELECT position FROM webhook_cursor)
      ${sinceItsBeginning}
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.event_id = e.id AND d.webhook_id = w.id)
      AND e.position NOT IN (SELECT unnest(positions) FROM webhook_batches WHERE webhook_id = ${webhookId})
    ORDER BY e.position LIMIT ${mostAtOnce} FOR KEY SHARE OF e`;
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
