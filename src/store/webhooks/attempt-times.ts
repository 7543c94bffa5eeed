// SQL: the first row of an index, for each of several webhooks.
import type { Prisma } from '../../platform/database/database.ts';

/** The last attempt of a webhook, and its next one. */
interface AttemptTimes {
  /** The delivery with the last attempt; null before the first one. */
  lastDeliveryId: string | null;
  /** When it sends again; null if nothing is due or it is disabled. */
  nextAttemptAt: Date | null;
}

/** Returns those of webhooks, in the order of their ids. A pause holds up everything that is due. */
export async function readAttemptTimes(
  prisma: Pick<Prisma, '$queryRaw'>,
  webhookIds: readonly string[],
): Promise<AttemptTimes[]> {
  const rows = await prisma.$queryRaw<(AttemptTimes & { id: string })[]>`
    SELECT w.id, last.id AS "lastDeliveryId",
      CASE WHEN next.next_attempt_at IS NOT NULL THEN greatest(next.next_attempt_at, w.paused_until) END AS "nextAttemptAt"
    FROM webhooks AS w
    LEFT JOIN LATERAL (
      SELECT id FROM webhook_deliveries WHERE webhook_id = w.id AND last_attempt IS NOT NULL
      ORDER BY last_attempt DESC LIMIT 1
    ) AS last ON true
    LEFT JOIN LATERAL (
      SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND status = 'pending'
      ORDER BY next_attempt_at LIMIT 1
    ) AS next ON w.is_enabled
    WHERE w.id = ANY(${webhookIds})`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return webhookIds.map((id) => byId.get(id) ?? { lastDeliveryId: null, nextAttemptAt: null });
}
