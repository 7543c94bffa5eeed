// SQL: fields of JSON documents, which stay text.
import type { Prisma } from '../../platform/database/database.ts';
import { Prisma as Raw } from '../../generated/prisma/client.ts';
import type { MissingBodyReason } from '../../vocabulary/records/delivery-shapes.ts';
import type { DueDelivery } from './deliveries.ts';
import { eventColumns, type EventRow, LoggedEvent } from '../logged-event.ts';

/** The body of a delivery: that of the last attempt, or of the first one to come. Either of them is null. */
export interface DeliveryBody {
  body: string | null;
  missingBodyReason: MissingBodyReason | null;
}

/** Makes the bodies of deliveries, in the order of their ids. */
export type FindBodies = (prisma: Pick<Prisma, '$queryRaw'>, deliveryIds: readonly string[]) => Promise<DeliveryBody[]>;

/** The parts of a body. */
export interface BodyParts extends Pick<DueDelivery, 'sequence' | 'previousId' | 'attempts'> {
  deliveryId: string;
  webhookId: string;
  /** The present selection. */
  selection: string | null;
  /** SHA-256 of the body of the last attempt; null if there was none. */
  sha256: string | null;
  /** Null if the event was removed. */
  event: LoggedEvent | null;
}

type PartsRow = Omit<BodyParts, 'event'> & { [Column in keyof EventRow]: EventRow[Column] | null };

/** Reads what the bodies of these deliveries are made of. */
export async function readBodyParts(
  prisma: Pick<Prisma, '$queryRaw'>,
  deliveryIds: readonly string[],
): Promise<BodyParts[]> {
  const rows = await prisma.$queryRaw<PartsRow[]>`
    SELECT d.id AS "deliveryId", d.webhook_id AS "webhookId", d.sequence::float8, d.previous_id AS "previousId", d.attempts,
      d.log -> -1 ->> 'bodySha256' AS sha256, w.selection, ${Raw.raw(eventColumns)}
    FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id LEFT JOIN events AS e ON e.id = d.event_id
    WHERE d.id = ANY(${deliveryIds})`;
  return rows.map(({ deliveryId, webhookId, sequence, previousId, attempts, sha256, selection, ...event }) => ({
    deliveryId,
    webhookId,
    sequence,
    previousId,
    attempts,
    sha256,
    selection,
    event: event.id === null ? null : new LoggedEvent(event as EventRow),
  }));
}

/** Changes of the selection that are looked up. */
const maxChanges = 20;

/** Earlier selections of webhooks, from their events: each one that a retained delivery was sent with is there. */
export async function earlierSelections(
  prisma: Pick<Prisma, '$queryRaw'>,
  webhookIds: readonly string[],
): Promise<Map<string, (string | null)[]>> {
  const rows = await prisma.$queryRaw<{ webhookId: string; earlier: (string | null)[] }[]>`
    SELECT w.id AS "webhookId", (
      SELECT array_agg(selection) FROM (
        SELECT data -> 'previous' ->> 'selection' AS selection FROM events
        WHERE subject_kind = 'webhook' AND subject_id = w.id AND type = 'Webhook.Updated' AND data -> 'changed' ? 'selection'
        ORDER BY position DESC LIMIT ${maxChanges}) AS changes) AS earlier
    FROM webhooks AS w WHERE w.id = ANY(${webhookIds})`;
  return new Map(rows.map(({ webhookId, earlier }) => [webhookId, earlier ?? []]));
}
