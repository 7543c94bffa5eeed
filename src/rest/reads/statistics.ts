import { type Statistics, statisticsQuerySchema, readStatisticRange } from '../../domain/statistics.ts';
import { notFound } from '../../domain/failure.ts';
import { readActivity, readExchanges } from '../../store/activity-counts.ts';
import { readDeliveries } from '../../store/webhooks/delivery-counts.ts';
import { statisticNames, statisticSeries } from '../../vocabulary/statistics.ts';
import { fieldsOf } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { findRow } from './record-views.ts';
import type { Route } from '../route.ts';

/** Statistics over time. Those that the caller may not read are null. */
export const statisticsRoute: Route = {
  method: 'GET',
  path: '/figures',
  query: Object.keys(statisticsQuerySchema.shape),
  async handle({ actor, query }, { clock, database: { prisma } }) {
    const range = readStatisticRange(fieldsOf(query, statisticsQuerySchema), clock.now());
    const mayRead = (name: (typeof statisticNames)[number]): boolean =>
      statisticSeries[name].permissions.every((permission) => actor.permissions.has(permission));
    const statistics: Partial<Statistics> = {
      ...((mayRead('events') || mayRead('signIns')) && (await readActivity(prisma, range))),
      ...(mayRead('exchangesGranted') && (await readExchanges(prisma, range))),
    };
    const shown = statisticNames.map((name) => [name, mayRead(name) ? statistics[name] : null]);
    return { status: 200, json: { bucket: range.bucket, starts: range.starts, ...Object.fromEntries(shown) } };
  },
};

/** Deliveries to a webhook over time. */
export const webhookStatisticsRoute: Route = {
  method: 'GET',
  path: '/webhooks/:webhookId/figures',
  query: Object.keys(statisticsQuerySchema.shape),
  async handle({ actor, query, parameters }, { clock, database: { prisma } }) {
    requireEverywhere(actor, 'webhooks:read');
    const range = readStatisticRange(fieldsOf(query, statisticsQuerySchema), clock.now());
    const { webhookId = '' } = parameters;
    if (!(await findRow(prisma, 'webhook', webhookId))) throw notFound('webhook', 'webhookId');
    const [counted] = await readDeliveries(prisma, [webhookId], range);
    return { status: 200, json: { bucket: range.bucket, starts: range.starts, ...counted } };
  },
};
