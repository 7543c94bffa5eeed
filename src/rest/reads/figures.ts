import { type Figures, figuresQuerySchema, readFigureRange } from '../../domain/figures.ts';
import { notFound } from '../../domain/failure.ts';
import { readActivity, readExchanges } from '../../store/activity-counts.ts';
import { readDeliveries } from '../../store/webhooks/counts.ts';
import { figureNames, figureSeries } from '../../vocabulary/figures.ts';
import { fieldsOf } from './list-request.ts';
import { requireEverywhere } from './permissions.ts';
import { findRow } from './records.ts';
import type { Route } from '../route.ts';

/** Statistics over time. Those that the caller may not read are null. */
export const figuresRoute: Route = {
  method: 'GET',
  path: '/figures',
  query: Object.keys(figuresQuerySchema.shape),
  async handle({ actor, query }, { clock, database: { prisma } }) {
    const range = readFigureRange(fieldsOf(query, figuresQuerySchema), clock.now());
    const mayRead = (name: (typeof figureNames)[number]): boolean =>
      figureSeries[name].permissions.every((permission) => actor.permissions.has(permission));
    const figures: Partial<Figures> = {
      ...((mayRead('events') || mayRead('signIns')) && (await readActivity(prisma, range))),
      ...(mayRead('exchangesGranted') && (await readExchanges(prisma, range))),
    };
    const shown = figureNames.map((name) => [name, mayRead(name) ? figures[name] : null]);
    return { status: 200, json: { bucket: range.bucket, starts: range.starts, ...Object.fromEntries(shown) } };
  },
};

/** Deliveries to a webhook over time. */
export const webhookFiguresRoute: Route = {
  method: 'GET',
  path: '/webhooks/:webhookId/figures',
  query: Object.keys(figuresQuerySchema.shape),
  async handle({ actor, query, parameters }, { clock, database: { prisma } }) {
    requireEverywhere(actor, 'webhooks:read');
    const range = readFigureRange(fieldsOf(query, figuresQuerySchema), clock.now());
    const { webhookId = '' } = parameters;
    if (!(await findRow(prisma, 'webhook', webhookId))) throw notFound('webhook', 'webhookId');
    const [counted] = await readDeliveries(prisma, [webhookId], range);
    return { status: 200, json: { bucket: range.bucket, starts: range.starts, ...counted } };
  },
};
