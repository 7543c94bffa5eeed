// SQL: a state in the past, computed from the log of events.
import type { WebhookFilter } from '../../domain/webhooks/webhook-filter.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Place } from '../event-positions.ts';
import { wasEnabledAt } from './events.ts';

/** The data that determines which events a webhook receives. */
export interface ConsumerRow extends WebhookFilter {
  webhookId: string;
  cursor: number;
  /** Whether it was enabled at the position from which the log is read. */
  wasEnabled: boolean;
}

/**
 * Initializes the cursors of new webhooks: they start after their Webhook.Created event. Earlier events in the log were
 * committed before it.
 */
export async function initializeCursors({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    `UPDATE webhooks AS w SET starts_after = e.position, cursor = e.position FROM events AS e
     WHERE w.cursor IS NULL AND e.subject_kind = 'webhook' AND e.subject_id = w.id AND e.type = 'Webhook.Created'
       AND e.position IS NOT NULL`,
  );
}

const columns = `w.id AS "webhookId", w.event_types AS "eventTypes", w.subject_kinds AS "subjectKinds",
  w.organization_id AS "organizationId", w.exclude_actor_ids AS "excludeActorIds", w.cursor::float8`;

/** Reads these webhooks, with their state at a position. */
export async function readConsumers(
  { pool }: Pick<Database, 'pool'>,
  webhookIds: readonly string[],
  position: number,
): Promise<ConsumerRow[]> {
  const query = `SELECT ${columns}, ${wasEnabledAt('$2')} AS "wasEnabled" FROM webhooks AS w WHERE w.id = ANY($1) AND w.cursor IS NOT NULL`;
  return (await pool.query<ConsumerRow>(query, [webhookIds, position])).rows;
}

/**
 * Reads all webhooks, and the place from which to read the log: their smallest cursor, but at most `max` events
 * before the head.
 */
export async function readAllConsumers(
  { pool }: Pick<Database, 'pool'>,
  { head, max }: { head: number; max: number },
): Promise<{ consumers: ConsumerRow[]; start: Place }> {
  const query = `
    SELECT ${columns}, s.position::float8, (SELECT id FROM events WHERE position = s.position) AS id,
      ${wasEnabledAt('s.position')} AS "wasEnabled" FROM webhooks AS w
    CROSS JOIN (SELECT least($1::bigint, greatest(min(cursor), $1::bigint - $2::bigint)) AS position FROM webhooks) AS s
    WHERE w.cursor IS NOT NULL`;
  const { rows } = await pool.query<ConsumerRow & Place>(query, [head, max]);
  return {
    consumers: rows.map(({ position: _position, id: _id, ...consumer }) => consumer),
    start: { position: rows[0]?.position ?? head, id: rows[0]?.id ?? null },
  };
}
