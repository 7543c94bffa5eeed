import { z } from 'zod';
import { badUserInput } from '../failure.ts';
import { recordId } from '../text.ts';
import { timeSchema } from '../times.ts';
import { day } from '../durations.ts';
import { exampleTimes, field } from '../../vocabulary/shape-parts.ts';

/** Input fields that redelivery operations share. */
export const webhookSending = {
  webhookId: recordId('webhook'),
  since: field(timeSchema, 'Only events at this time or later.', exampleTimes.before),
  until: field(timeSchema, 'Only events before this time.', exampleTimes.now),
  perSecond: z
    .int()
    .min(1)
    .max(100)
    .describe('Maximum number of events to send per second, together with those of earlier calls.'),
} as const;

/** The filter that events state of redeliveries that have no filter of their own. */
export const noFilter = { eventTypes: [], subjectId: null };

/** Milliseconds for which successful deliveries are kept. */
export const deliveryRetention = 30 * day;

/** Refuses an instant for which delivery records may have been pruned. */
export function requireRetained(since: Date, now: Date): void {
  if (since.getTime() >= now.getTime() - deliveryRetention) return;
  const days = deliveryRetention / day;
  throw badUserInput(`Must be at most ${days} days ago: older delivery records are pruned.`, 'since');
}

/** Default number of events to send again per second. */
export const defaultPerSecond = 10;

/** The pace at which events are sent again to a webhook. Single redeliveries do not count. */
export interface Pace {
  resendsPerSecond: number;
  /** When the next one may be sent; null before the first one. */
  resendsFrom: Date | null;
}

/**
 * Milliseconds of delay that are made up for, as workers run every second or two. After a longer delay the pace
 * restarts.
 */
const maxCatchUp = 3000;

/** Start of the interval for which the events that may be sent are counted. */
export function paceStart({ resendsFrom }: Pick<Pace, 'resendsFrom'>, now: Date): Date {
  const isLate = !resendsFrom || now.getTime() - resendsFrom.getTime() > maxCatchUp;
  return isLate ? now : resendsFrom;
}

/** Number of events that may be sent now. */
export function resendsAt(pace: Pace, now: Date): number {
  const elapsed = now.getTime() - paceStart(pace, now).getTime();
  return elapsed < 0 ? 0 : Math.floor((elapsed * pace.resendsPerSecond) / 1000) + 1;
}

/** When the next event may be sent after `count` were sent. */
export const resendsFromAfter = (pace: Pace, count: number, now: Date): Date | null =>
  count ? new Date(paceStart(pace, now).getTime() + (count * 1000) / pace.resendsPerSecond) : pace.resendsFrom;
