import {
  estimatedBuckets,
  type StatisticRange,
  type WebhookStatistics as Counted,
  webhookStatisticsSchema,
} from '../../../domain/statistics.ts';
import { readDeliveries } from '../../../store/webhooks/delivery-counts.ts';
import { batched } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import type { Context } from '../../context/context.ts';
import { FigureBucket, statisticArguments, readRange } from '../statistics.ts';
import { Webhook } from './webhook.ts';
import { describedBy, descriptionOf } from '../../schema/shapes.ts';

const { bucket, starts, delivered, failed, durationP50, durationP95 } = webhookStatisticsSchema.shape;

const WebhookFigures = builder.objectRef<StatisticRange & Counted>('WebhookFigures').implement({
  description: 'Deliveries to a webhook over time. Each list has a value, a whole number, for each bucket.',
  fields: (t) => ({
    bucket: t.expose('bucket', { type: FigureBucket, ...describedBy(bucket) }),
    starts: t.field({
      type: ['DateTime'],
      description: descriptionOf(starts),
      resolve: (statistics) => [...statistics.starts],
    }),
    delivered: t.exposeFloatList('delivered', { description: descriptionOf(delivered) }),
    failed: t.exposeFloatList('failed', { description: descriptionOf(failed) }),
    durationP50: t.expose('durationP50', {
      type: ['Float'],
      nullable: { list: false, items: true },
      description: durationP50.description ?? '',
    }),
    durationP95: t.expose('durationP95', {
      type: ['Float'],
      nullable: { list: false, items: true },
      description: durationP95.description ?? '',
    }),
  }),
});

interface Key {
  id: string;
  range: StatisticRange;
}

/** One statement for all webhooks of a page with the same range. */
const statisticsOf = batched(async ({ prisma }: Context, keys: Key[]) => {
  const statistics = new Map<Key, Counted>();
  const sameRange = Map.groupBy(
    keys,
    ({ range }) => `${range.bucket} ${String(range.starts[0])} ${String(range.until)}`,
  );
  for (const [first, ...others] of sameRange.values()) {
    if (!first) continue;
    const same = [first, ...others];
    const counted = await readDeliveries(
      prisma,
      same.map(({ id }) => id),
      first.range,
    );
    same.forEach((key, index) => statistics.set(key, counted[index] as Counted));
  }
  return keys.map((key) => statistics.get(key) as Counted);
});

builder.prismaObjectField(Webhook, 'figures', (t) =>
  t.field({
    type: WebhookFigures,
    select: { id: true },
    description:
      'Deliveries over time, by the time of their end. They are counted once a minute, and counts are kept for 90 days.',
    args: statisticArguments(t),
    complexity: (args) => ({ field: 1, multiplier: estimatedBuckets(args) }),
    resolve: async ({ id }, args, context) => {
      const range = readRange(args, context);
      return { ...range, ...(await statisticsOf(context, { id, range })) };
    },
  }),
);
