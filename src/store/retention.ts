import { day } from '../domain/durations.ts';
import { deliveredKept } from '../domain/webhook-sending.ts';
import type { Database } from '../platform/database/database.ts';
import { batchSize, deleteInBatches } from './sql/delete-in-batches.ts';
import { subjectKeyOf } from './webhooks/events.ts';
import { endLostWaits } from './webhooks/ordering.ts';

/** How long things are kept. */
const kept = { events: 90 * day, delivered: deliveredKept };

// Skipping locked rows lets several processes clean up at once without waiting for each other. What ended before every event that is kept is
// left from one that is gone.
const finished = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT d.id FROM webhooks AS w CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries
      WHERE webhook_id = w.id AND finished_at < $1 AND (status = 'delivered' OR finished_at < $2)
      LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ) AS d LIMIT ${batchSize})`;
// What was being told while its event was removed was written down without one. It is never told again (webhook-turns.ts), and so it comes to
// be the first of what is due to its webhook.
const untold = `
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE id IN (
      SELECT d.id FROM webhooks AS w CROSS JOIN LATERAL (
        SELECT id, event_id FROM webhook_deliveries
        WHERE webhook_id = w.id AND status = 'pending' ORDER BY next_attempt_at LIMIT ${batchSize}
      ) AS d WHERE NOT EXISTS (SELECT FROM events WHERE id = d.event_id)
    ) FOR UPDATE SKIP LOCKED)`;
// Each webhook that has rows is found by one look into the index: the one after the last.
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
// From the beginning of the feed up to the first event that is young enough: what happened earlier can have its place after that, and stays until
// the turn is with it, so that what is kept has no hole. What is locked now goes in a minute.
// With what is still on its way to webhooks: nobody waits for news that is a quarter of a year old. A stream goes with its last event.
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
  ), streams AS (
    DELETE FROM webhook_streams AS s USING gone AS e, webhooks AS w
    WHERE s.webhook_id = w.id AND s.subject_key = ${subjectKeyOf} AND s.last_event_id = e.id
  )
  SELECT FROM gone`;

/**
 * Removes what was kept for long enough: the events at the beginning of the feed after 90 days, delivered messages and
 * their attempts after 30. What webhooks are told of a record of which nothing was heard for 90 days is counted from 1 again. Removes what
 * deleted webhooks left, too. Returns how many deliveries, streams and events there were.
 */
export async function removeOld(database: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age);
  const removed = [
    await deleteInBatches(database.pool, ofDeleted('webhook_deliveries', 'id'), []),
    await deleteInBatches(database.pool, ofDeleted('webhook_streams', 'subject_key'), []),
    await deleteInBatches(database.pool, finished, [before(kept.delivered), before(kept.events)]),
    await deleteInBatches(database.pool, events, [before(kept.events)]),
    await deleteInBatches(database.pool, untold, []),
  ];
  await endLostWaits(database, now);
  return removed.reduce((all, some) => all + some);
}
