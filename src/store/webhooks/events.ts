// SQL: events that stay text, and the next one that a webhook receives.
import { matches, type WebhookFilter } from '../../domain/webhooks/webhook-filter.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Place } from '../event-positions.ts';
import { eventColumns, type EventRow, LoggedEvent } from '../logged-event.ts';

/**
 * Whether a webhook ("webhooks" as w) receives an event ("events" as e): the same rule as
 * domain/webhooks/webhook-filter.ts.
 */
export const matchesFilter = `
  (cardinality(w.event_types) = 0 OR e.type = ANY(w.event_types))
  AND (cardinality(w.subject_kinds) = 0 OR e.subject_kind = ANY(w.subject_kinds))
  AND (w.organization_id IS NULL OR e.organization_id = w.organization_id)
  AND NOT coalesce(e.actor->>'id', '') = ANY(w.exclude_actor_ids)`;

/** The key of an event's subject, as `LoggedEvent.subjectKey`. */
export const subjectKeyOf = `e.subject_kind || ':' || e.subject_id`;

/** The events that enable and disable a webhook ("webhooks" as w) determine which other events it receives. */
const isOwnSwitch = (event: string): string =>
  `${event}.subject_kind = 'webhook' AND ${event}.subject_id = w.id AND ${event}.type IN ('Webhook.Enabled', 'Webhook.Disabled')`;

/**
 * Whether a webhook ("webhooks" as w) was enabled at a position: the opposite of the first switch after it, or the
 * current state. Events without a position come after all others.
 */
export const wasEnabledAt = (position: string): string => `coalesce((
  SELECT own.type = 'Webhook.Disabled' FROM events AS own
  WHERE ${isOwnSwitch('own')} AND (own.position > ${position} OR own.position IS NULL)
  ORDER BY own.position, own.sequence LIMIT 1), w.is_enabled)`;

/** The next events for a webhook. */
export interface NextEvents {
  events: LoggedEvent[];
  /** The place up to which the log was read: the webhook receives no other event up to here. */
  upTo: Place;
  /** Whether there are more. */
  hasMore: boolean;
}

/** Up to `limit` events that a webhook receives of consecutive ones, which include those that enable and disable it. */
export function selectReceived(
  events: readonly LoggedEvent[],
  { webhookId, ...filter }: WebhookFilter & { webhookId: string },
  { wasEnabled, limit = events.length }: { wasEnabled: boolean; limit?: number },
): LoggedEvent[] {
  let isEnabled = wasEnabled;
  const received: LoggedEvent[] = [];
  for (const event of events) {
    if (event.subjectId === webhookId && event.type === 'Webhook.Enabled') isEnabled = true;
    if (event.subjectId === webhookId && event.type === 'Webhook.Disabled') isEnabled = false;
    if (isEnabled && matches(filter, event) && received.push(event) >= limit) break;
  }
  return received;
}

/** Positions per statement: a webhook that receives few events can be far behind. */
const maxPositions = 10_000;

// Events that already have a delivery were resent while the webhook was disabled.
const next = `
  SELECT s.up_to::float8 AS "upTo", (SELECT id FROM events WHERE position = s.up_to) AS "upToId", s.head::float8 AS head, ${wasEnabledAt('$2')} AS "wasEnabled", e.* FROM webhooks AS w
  CROSS JOIN (SELECT least(position, $2::bigint + ${maxPositions}) AS up_to, position AS head FROM event_head) AS s
  LEFT JOIN LATERAL (
    SELECT ${eventColumns} FROM events AS e WHERE e.position > $2 AND e.position <= s.up_to AND ((${matchesFilter}
      AND NOT EXISTS (SELECT FROM webhook_deliveries AS d WHERE d.event_id = e.id AND d.webhook_id = w.id)) OR ${isOwnSwitch('e')})
    ORDER BY e.position LIMIT $3) AS e ON true
  WHERE w.id = $1 ORDER BY e.position`;

type NextRow = { upTo: number; upToId: string | null; head: number; wasEnabled: boolean } & EventRow;

/** Reads the next events for a webhook from the log. */
export async function readNextEvents(
  { pool }: Pick<Database, 'pool'>,
  webhook: WebhookFilter & { webhookId: string },
  position: number,
  limit: number,
): Promise<NextEvents> {
  const { rows } = await pool.query<NextRow>(next, [webhook.webhookId, position, limit]);
  const [first] = rows;
  const start = { position, id: null };
  if (!first) return { events: [], upTo: start, hasMore: false };
  const events = first.id === null ? [] : rows.map((row) => new LoggedEvent(row));
  const last = events.length < limit ? undefined : events.at(-1);
  const upTo = last ?? { position: first.upTo, id: first.upToId };
  return {
    events: selectReceived(events, webhook, first),
    upTo: upTo.position < position ? start : upTo,
    hasMore: upTo.position < first.head,
  };
}
