import { z } from 'zod';
import { badUserInput } from '../failure.ts';
import { validOrRefused } from '../problems.ts';
import { timeSchema } from '../times.ts';

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
