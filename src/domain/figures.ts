import { z } from 'zod';
import { type FigureBucket, figureBuckets, type FigureName, figureNames, figureSeries } from '../vocabulary/figures.ts';
import { day, hour } from './durations.ts';
import { badUserInput, Failure } from './failure.ts';
import { validate } from './problems.ts';

/** Buckets of an answer at most. */
export const maxBuckets = 400;

/** A time range and how to divide it. */
export const figuresQuestionSchema = z.strictObject({
  since: z.iso.datetime({ offset: true }).describe('The first bucket is the one with this time.'),
  until: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('The last bucket is the one that begins before this time; now if omitted.'),
  bucket: z
    .enum(Object.keys(figureBuckets) as [FigureBucket, ...FigureBucket[]])
    .default('DAY')
    .describe(`Length of a bucket, in UTC. A range has at most ${maxBuckets}.`),
});

export interface FigureRange {
  bucket: FigureBucket;
  /** When each bucket begins: at least one. */
  starts: readonly Date[];
  /** End of the last bucket, exclusive. */
  until: Date;
}

const lengths: Record<FigureBucket, number> = { HOUR: hour, DAY: day };

/** Validates the range of a caller. Throws BAD_USER_INPUT with the path of each problem. */
export function readFigureRange(given: unknown, now: Date): FigureRange {
  const { data, problems } = validate(figuresQuestionSchema, given);
  if (!data) throw new Failure('BAD_USER_INPUT', 'Invalid input.', problems);
  const { bucket } = data;
  const length = lengths[bucket];
  const [since, until] = [Date.parse(data.since), data.until == null ? now.getTime() + 1 : Date.parse(data.until)];
  if (until <= since) throw badUserInput('Must be after `since`.', 'until');
  // Without leap seconds, hours and days of UTC are multiples since the epoch.
  const first = Math.floor(since / length);
  const count = Math.ceil(until / length) - first;
  if (count > maxBuckets) throw badUserInput(`The range must have at most ${maxBuckets} buckets.`, 'since');
  const starts = Array.from({ length: count }, (_, index) => new Date((first + index) * length));
  return { bucket, starts, until: new Date((first + count) * length) };
}

/** A series has a count for each bucket. */
export type Figures = Record<FigureName, number[]>;

const series = (description: string, permissions: readonly string[]) =>
  z
    .array(z.int().nonnegative())
    .nullable()
    .describe(`${description} Null without ${permissions.map((name) => `\`${name}\``).join(' and ')}.`);

export const figuresSchema = z.strictObject({
  bucket: z.enum(Object.keys(figureBuckets) as [FigureBucket, ...FigureBucket[]]).describe('Length of a bucket.'),
  starts: z.array(z.iso.datetime()).describe('When each bucket begins.'),
  ...(Object.fromEntries(
    figureNames.map((name) => [name, series(figureSeries[name].description, figureSeries[name].permissions)]),
  ) as Record<FigureName, ReturnType<typeof series>>),
});
