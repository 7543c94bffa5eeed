import {
  type StatisticRange,
  statisticsQuerySchema,
  readStatisticRange,
  statisticsSchema,
} from '../../domain/statistics.ts';
import { lazy } from '../../domain/lazy.ts';
import { readActivity, readExchanges } from '../../store/activity-counts.ts';
import {
  type StatisticBucket as BucketName,
  statisticBuckets,
  type StatisticName,
  statisticSeries,
} from '../../vocabulary/statistics.ts';
import { requireActor, requiresAll } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import type { Context } from '../context/context.ts';
import { describedBy, descriptionOf } from '../schema/shapes.ts';

export const FigureBucket = textEnum<BucketName>(
  'FigureBucket',
  'Length of time over which statistics are added up.',
  statisticBuckets,
);

/** Each part is read once, if a field of it is selected. */
interface Source extends StatisticRange {
  read: Readonly<Record<StatisticName, () => Promise<number[]>>>;
}

const { usersCreated, signIns, refusedSignIns, exchangesGranted, exchangesRefused, events } = statisticSeries;

const StatisticsType = builder.objectRef<Source>('Figures').implement({
  description: 'What happened over time. Each list has a count, a whole number, for each bucket.',
  fields: (t) => {
    const series = (name: StatisticName, { description, permissions }: (typeof statisticSeries)[StatisticName]) =>
      t.field({
        type: ['Float'],
        ...requiresAll(permissions),
        description: `${description}\nRequires ${permissions.join(' and ')}.`,
        resolve: ({ read }) => read[name](),
      });
    return {
      bucket: t.expose('bucket', { type: FigureBucket, ...describedBy(statisticsSchema.shape.bucket) }),
      starts: t.field({
        type: ['DateTime'],
        ...describedBy(statisticsSchema.shape.starts),
        resolve: ({ starts }) => [...starts],
      }),
      usersCreated: series('usersCreated', usersCreated),
      signIns: series('signIns', signIns),
      refusedSignIns: series('refusedSignIns', refusedSignIns),
      exchangesGranted: series('exchangesGranted', exchangesGranted),
      exchangesRefused: series('exchangesRefused', exchangesRefused),
      events: series('events', events),
    };
  },
});

const described = (name: 'since' | 'until' | 'bucket'): string => descriptionOf(statisticsQuerySchema.shape[name]);

type FieldBuilder = Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>;

/** Arguments of fields with statistics. */
export const statisticArguments = (t: FieldBuilder) => ({
  since: t.arg({ type: 'DateTime', description: described('since') }),
  until: t.arg({ type: 'DateTime', description: described('until') }),
  bucket: t.arg({ type: FigureBucket, defaultValue: 'DAY', description: described('bucket') }),
});

interface RangeArguments {
  since?: unknown;
  until?: unknown;
  bucket?: BucketName | null | undefined;
}
export const readRange = ({ bucket, ...bounds }: RangeArguments, { clock }: Pick<Context, 'clock'>): StatisticRange =>
  readStatisticRange({ ...bounds, bucket: bucket ?? undefined }, clock.now());

builder.queryField('figures', (t) =>
  t.field({
    type: StatisticsType,
    description: [
      'Users, sign-ins, token exchanges and events over time.',
      'They are counted once a minute, and counts are kept for 90 days. Each field requires permissions of its own.',
    ].join('\n'),
    args: statisticArguments(t),
    resolve: (_root, args, context): Source => {
      requireActor(context);
      const { prisma } = context;
      const range = readRange(args, context);
      const activity = lazy(() => readActivity(prisma, range));
      const exchanges = lazy(() => readExchanges(prisma, range));
      const read: Source['read'] = {
        usersCreated: async () => (await activity.load()).usersCreated,
        signIns: async () => (await activity.load()).signIns,
        refusedSignIns: async () => (await activity.load()).refusedSignIns,
        exchangesGranted: async () => (await exchanges.load()).exchangesGranted,
        exchangesRefused: async () => (await exchanges.load()).exchangesRefused,
        events: async () => (await activity.load()).events,
      };
      return { ...range, read };
    },
  }),
);
