import { day } from '../../domain/durations.ts';
import type { Prisma } from '../../platform/database/database.ts';

/** How the deliveries of a webhook went in the last 24 hours. */
export interface DeliveryFigures {
  delivered: number;
  /** Given up, or failing up to now. */
  failed: number;
  /** The part that was delivered; null when there was none. */
  successRate: number | null;
}

/** The figures of these webhooks, in their order. */
export async function figuresOfLastDay(
  prisma: Pick<Prisma, '$queryRaw'>,
  webhookIds: readonly string[],
  now: Date,
): Promise<DeliveryFigures[]> {
  const since = new Date(now.getTime() - day);
  const rows = await prisma.$queryRaw<(Counted & { id: string })[]>`
    SELECT webhook_id AS id, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE status <> 'delivered')::int AS failed
    FROM webhook_deliveries
    WHERE webhook_id = ANY(${webhookIds}) AND (finished_at >= ${since} OR (status = 'pending' AND tries > 0))
    GROUP BY webhook_id`;
  const known = new Map(rows.map((row) => [row.id, row]));
  return webhookIds.map((id) => withRate(known.get(id) ?? { delivered: 0, failed: 0 }));
}

type Counted = Pick<DeliveryFigures, 'delivered' | 'failed'>;

const withRate = ({ delivered, failed }: Counted): DeliveryFigures => ({
  delivered,
  failed,
  successRate: delivered + failed ? delivered / (delivered + failed) : null,
});
