import { z } from 'zod';
import {
  type StatisticBucket,
  statisticBuckets,
  type StatisticName,
  statisticNames,
  statisticSeries,
} from '../vocabulary/statistics.ts';
import { day, hour } from './durations.ts';
import { badUserInput } from './failure.ts';
import { validOrRefused } from './problems.ts';
import { timeSchema } from './times.ts';

/** Buckets of an answer at most. */
const maxBuckets = 400;

/** A time range and how to divide it. */
export const statisticsQuerySchema = z.strictObject({
  since: timeSchema
    .nullish()
    .describe('The first bucket is the one with this time; if omitted, a day (HOUR) or 30 days (DAY) before the end.'),
  until: timeSchema.nullish().describe('The last bucket is the one that begins before this time; now if omitted.'),
  bucket: z
    .enum(Object.keys(statisticBuckets) as [StatisticBucket, ...StatisticBucket[]])
    .default('DAY')
    .describe(`Length of a bucket, in UTC. A range has at most ${maxBuckets}.`),
});

export interface StatisticRange {
  bucket: StatisticBucket;
  /** When each bucket begins: at least one. */
  starts: readonly Date[];
  /** End of the last bucket, exclusive. */
  until: Date;
}

const lengths: Record<StatisticBucket, number> = { HOUR: hour, DAY: day };
const defaultRange: Record<StatisticBucket, number> = { HOUR: day, DAY: 30 * day };

interface GivenRange {
  since?: string | null | undefined;
  until?: string | null | undefined;
  bucket?: string | null | undefined;
}

/** The number of buckets of a range before it is validated, for the cost of a query: the maximum if it is not known. */
export function estimatedBuckets({ since, until, bucket }: GivenRange): number {
  const unit: StatisticBucket = bucket === 'HOUR' ? 'HOUR' : 'DAY';
  const range = since == null ? defaultRange[unit] : Date.parse(until ?? '') - Date.parse(since);
  const count = Math.ceil(range / lengths[unit]) + 1;
  return count >= 1 && count < maxBuckets ? count : maxBuckets;
}

/** Validates the range of a caller. Throws BAD_USER_INPUT with the path of each problem. */
export function readStatisticRange(input: unknown, now: Date): StatisticRange {
  const data = validOrRefused(statisticsQuerySchema, input);
  const { bucket } = data;
  const length = lengths[bucket];
  const until = data.until == null ? now.getTime() + 1 : Date.parse(data.until);
  const since = data.since == null ? until - defaultRange[bucket] : Date.parse(data.since);
  if (until <= since) throw badUserInput('Must be after `since`.', 'until');
  // Without leap seconds, hours and days of UTC are multiples since the epoch.
  const first = Math.floor(since / length);
  const count = Math.ceil(until / length) - first;
  if (count > maxBuckets) throw badUserInput(`The range must have at most ${maxBuckets} buckets.`, 'since');
  const starts = Array.from({ length: count }, (_, index) => new Date((first + index) * length));
  return { bucket, starts, until: new Date((first + count) * length) };
}

/** A series has a count for each bucket. */
export type Statistics = Record<StatisticName, number[]>;

const series = (description: string, permissions: readonly string[]) =>
  z
    .array(z.int().nonnegative())
    .nullable()
    .describe(`${description} Null without ${permissions.map((name) => `\`${name}\``).join(' and ')}.`);

export const statisticsSchema = z.strictObject({
  bucket: z
    .enum(Object.keys(statisticBuckets) as [StatisticBucket, ...StatisticBucket[]])
    .describe('Length of a bucket.'),
  starts: z.array(z.iso.datetime()).describe('When each bucket begins.'),
  ...(Object.fromEntries(
    statisticNames.map((name) => [name, series(statisticSeries[name].description, statisticSeries[name].permissions)]),
  ) as Record<StatisticName, ReturnType<typeof series>>),
});

const counts = z.array(z.int().nonnegative());
const durations = z.array(z.int().nonnegative().nullable());

const webhookSeries = {
  delivered: counts.describe('Deliveries that succeeded, by the time of their end.'),
  failed: counts.describe('Deliveries that failed for good.'),
  durationP50: durations.describe(
    'Median of the milliseconds that the endpoint took for the successful attempt, within a fifth; null without any.',
  ),
  durationP95: durations.describe('95th percentile of the same.'),
};
const { bucket: bucketShape, starts: startsShape } = statisticsSchema.shape;
export const webhookStatisticsSchema = z.strictObject({ bucket: bucketShape, starts: startsShape, ...webhookSeries });
/** Each series has a value for each bucket. */
export type WebhookStatistics = Omit<z.infer<typeof webhookStatisticsSchema>, 'bucket' | 'starts'>;
