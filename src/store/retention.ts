// SQL: deletions in batches that skip locked rows, of several tables in one statement.
import { day } from '../domain/durations.ts';
import { deliveryRetention } from '../domain/webhooks/webhook-sending.ts';
import type { Database } from '../platform/database/database.ts';
import { batchSize, deleteBatch, deleteInBatches } from './sql/delete-in-batches.ts';
import { subjectKeyOf } from './webhooks/events.ts';
import { endLostWaits } from './webhooks/ordering.ts';

/** Retention periods in milliseconds. */
export const retention = { events: 90 * day, delivered: deliveryRetention, messages: 7 * day };

// Deliveries that ended. Skips locked rows, so that concurrent processes do not wait for each other. Those that failed
// before the oldest event are left from an event that was deleted while they were attempted.
const finished = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT d.id FROM webhooks AS w CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE webhook_id = w.id AND finished_at < $1 AND (status = 'delivered' OR finished_at < $2)
      LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ) AS d LIMIT ${batchSize})`;
// Messages that ended, however they did. An invitation may be pending for longer.
const messages = deleteBatch('messages', 'id', "created_at < $1 AND state <> 'pending' ORDER BY created_at");
// Jobs that ended. Those that run are kept, however old.
const jobs = deleteBatch('jobs', 'id', "created_at < $1 AND state <> 'running' ORDER BY created_at");
// Pending deliveries without an event: results that were written while the event was deleted. They are never sent
// (delivery/webhooks), so they are the first that are due.
const withoutEvent = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE id IN (
      SELECT d.id FROM webhooks AS w CROSS JOIN LATERAL (
        SELECT id, event_id FROM webhook_deliveries
        WHERE webhook_id = w.id AND status = 'pending' ORDER BY next_attempt_at LIMIT ${batchSize}
      ) AS d WHERE NOT EXISTS (SELECT FROM events WHERE id = d.event_id)
    ) FOR UPDATE SKIP LOCKED)`;
// Rows of deleted webhooks. Each webhook with rows is found by one index lookup: the one after the last.
const ofDeleted = (table: string, key: string) => `
  WITH RECURSIVE named AS (
    (SELECT webhook_id FROM ${table} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT webhook_id FROM ${table} WHERE webhook_id > named.webhook_id ORDER BY webhook_id LIMIT 1)
    FROM named WHERE webhook_id IS NOT NULL
  ), deleted AS MATERIALIZED (
    SELECT webhook_id FROM named WHERE webhook_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhooks WHERE id = webhook_id)
  )
  DELETE FROM ${table} AS t USING (
    SELECT row.* FROM deleted CROSS JOIN LATERAL (
      SELECT webhook_id, ${key} FROM ${table} WHERE webhook_id = deleted.webhook_id ORDER BY ${key} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ) AS row LIMIT ${batchSize}
  ) AS old WHERE t.webhook_id = old.webhook_id AND t.${key} = old.${key}`;
// Events from the start of the log up to the first one that is recent enough. Older ones can have later positions and
// stay until then, so that the remaining log has no gap. Locked rows are deleted by the next run. Pending deliveries of
// such old events are deleted with them, and a stream with its last event.
const events = `
  WITH first AS (
    SELECT id, bool_and(occurred_at < $1) OVER (ORDER BY position) AS is_old FROM (
      SELECT id, position, occurred_at FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ${batchSize}
    ) AS placed
  ), gone AS (
    DELETE FROM events WHERE id IN (
      SELECT id FROM events WHERE id IN (SELECT id FROM first WHERE is_old) FOR UPDATE SKIP LOCKED)
    RETURNING *
  ), deliveries AS (
    DELETE FROM webhook_deliveries AS d USING gone WHERE d.event_id = gone.id
  ), holders AS (
    DELETE FROM event_holders AS h USING gone WHERE h.event_id = gone.id
  ), streams AS (
    DELETE FROM webhook_streams AS s USING gone AS e, webhooks AS w
    WHERE s.webhook_id = w.id AND s.subject_key = ${subjectKeyOf} AND s.last_event_id = e.id
  )
  SELECT FROM gone`;

/**
 * Deletes what exceeds its retention: events at the start of the log, failed deliveries and ended jobs after 90 days,
 * successful deliveries, with their attempts, after 30, ended messages to people after 7. The sequence of a record
 * without events for 90 days starts from 1 again. Also deletes the rows of deleted webhooks, and pending deliveries
 * whose event was deleted; the deliveries that wait for these become due. Returns the number of deleted rows.
 */
export async function removeOld(database: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age);
  const removed = [
    await deleteInBatches(database.pool, ofDeleted('webhook_deliveries', 'id'), []),
    await deleteInBatches(database.pool, ofDeleted('webhook_streams', 'subject_key'), []),
    await deleteInBatches(database.pool, ofDeleted('webhook_counts', 'hour'), []),
    await deleteInBatches(database.pool, finished, [before(retention.delivered), before(retention.events)]),
    await deleteInBatches(database.pool, events, [before(retention.events)]),
    await deleteInBatches(database.pool, withoutEvent, []),
    await deleteInBatches(database.pool, jobs, [before(retention.events)]),
    await deleteInBatches(database.pool, messages, [before(retention.messages)]),
  ];
  await endLostWaits(database, now);
  return removed.reduce((all, some) => all + some);
}
