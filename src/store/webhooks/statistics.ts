// SQL: several counts of a group in one statement.
import { day } from '../../domain/durations.ts';
import type { Prisma } from '../../platform/database/database.ts';

/** Statistics of the deliveries of a webhook in the last 24 hours. */
interface DeliveryStatistics {
  delivered: number;
  /** Finally failed, or failing at present. */
  failed: number;
  /** The number of them that are failing at present. */
  retrying: number;
  /** The share that was delivered; null without deliveries. */
  successRate: number | null;
}

/** Returns the statistics of webhooks, in the order of their ids. */
export async function statisticsOfLastDay(
  prisma: Pick<Prisma, '$queryRaw'>,
  webhookIds: readonly string[],
  now: Date,
): Promise<DeliveryStatistics[]> {
  const since = new Date(now.getTime() - day);
  const rows = await prisma.$queryRaw<(Counted & { id: string })[]>`
    SELECT webhook_id AS id, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE status <> 'delivered')::int AS failed,
      count(*) FILTER (WHERE status = 'pending')::int AS retrying
    FROM webhook_deliveries
    WHERE webhook_id = ANY(${webhookIds}) AND (finished_at >= ${since} OR (status = 'pending' AND tries > 0))
    GROUP BY webhook_id`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return webhookIds.map((id) => withRate(byId.get(id) ?? { delivered: 0, failed: 0, retrying: 0 }));
}

type Counted = Pick<DeliveryStatistics, 'delivered' | 'failed' | 'retrying'>;

const withRate = ({ delivered, failed, retrying }: Counted): DeliveryStatistics => ({
  delivered,
  failed,
  retrying,
  successRate: delivered + failed ? delivered / (delivered + failed) : null,
});
