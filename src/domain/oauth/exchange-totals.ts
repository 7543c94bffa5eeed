import { z } from 'zod';
import { exchangeRefusalShape } from '../../vocabulary/exchanges/edge-shapes.ts';
import { badUserInput } from '../failure.ts';
import { validOrRefused } from '../problems.ts';
import { timeSchema } from '../times.ts';
import { idOf } from '../../vocabulary/ids.ts';

/** A time range of token exchanges. */
export const exchangeTotalsQuerySchema = z.strictObject({
  since: timeSchema.describe(
    'Only exchanges at this time or later. Exchanges are counted by day: its whole day (UTC) is included.',
  ),
  until: timeSchema
    .nullish()
    .describe('Only exchanges of days (UTC) that begin at this time or earlier; now if omitted.'),
});

/** Validates the time range of a caller. Throws BAD_USER_INPUT with the path of each problem. */
export function readExchangeTotalsRange(input: unknown, now: Date): { since: Date; until: Date } {
  const data = validOrRefused(exchangeTotalsQuerySchema, input);
  const [since, until] = [new Date(data.since), data.until == null ? now : new Date(data.until)];
  if (until < since) throw badUserInput('Must not be before `since`.', 'until');
  return { since, until };
}

const count = z.number().nonnegative();

/** Token exchanges by the application that exchanged, the application whose token it was, and the API. */
export const exchangeTotalsSchema = z.strictObject({
  totals: z.array(
    z.strictObject({
      applicationId: idOf('application').describe('The application that exchanged tokens.'),
      subjectApplicationId: idOf('application')
        .nullable()
        .describe('The application that obtained the exchanged tokens; null for tokens that could not be read.'),
      apiResourceId: idOf('apiResource')
        .nullable()
        .describe('The API resource that the new tokens were for; null if the request named none that exists.'),
      granted: count.describe('Number of tokens that were issued.'),
      refused: count.describe('Number of requests that were refused.'),
      refusals: z.array(exchangeRefusalShape).describe('Why requests were refused, the most frequent reason first.'),
      firstAt: z.iso.datetime().describe('Time of the first of these exchanges.'),
      lastAt: z.iso.datetime().describe('Time of the last of these exchanges.'),
    }),
  ),
  hasMore: z.boolean().describe('Whether there are more totals: the answer has the 1,000 largest.'),
});
export type ExchangeTotals = z.output<typeof exchangeTotalsSchema>;
