import type { Database } from '../platform/database.ts';

/** How the deliveries of a webhook went in a time. */
export interface DeliveryFigures {
  delivered: number;
  /** Given up, or failing up to now. */
  failed: number;
}

const figures = `
  SELECT webhook_id AS id, count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE status <> 'delivered')::int AS failed
  FROM webhook_deliveries
  WHERE webhook_id = ANY($1) AND (finished_at >= $2 OR (status = 'pending' AND tries > 0))
  GROUP BY webhook_id`;

/** The figures of these webhooks since a time, in their order. */
export async function deliveryFigures(
  { pool }: Pick<Database, 'pool'>,
  webhookIds: readonly string[],
  since: Date,
): Promise<DeliveryFigures[]> {
  const { rows } = await pool.query<DeliveryFigures & { id: string }>(figures, [webhookIds, since]);
  const known = new Map(rows.map(({ id, delivered, failed }) => [id, { delivered, failed }]));
  return webhookIds.map((id) => known.get(id) ?? { delivered: 0, failed: 0 });
}
