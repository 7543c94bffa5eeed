import { z } from 'zod';
import { badUserInput } from './failure.ts';
import { idSchema } from './text.ts';
import { day } from './durations.ts';

const instant = z.iso.datetime({ offset: true });

/** What operations that send events again are given. */
export const webhookSending = {
  webhookId: idSchema.describe('The webhook that is told.'),
  since: instant.describe('From this instant on.'),
  until: instant.describe('Before this instant.'),
  perSecond: z
    .int()
    .min(1)
    .max(100)
    .describe('How many are sent in a second, at most, together with those that wait from calls before.'),
} as const;

/** Milliseconds for which it is known what was delivered to a webhook. */
export const deliveredKept = 30 * day;

/** Refuses an instant from which on nobody can say any more what a webhook was told, with BAD_USER_INPUT at "since". */
export function requireKnown(since: Date, now: Date): void {
  if (since.getTime() >= now.getTime() - deliveredKept) return;
  const days = deliveredKept / day;
  throw badUserInput(`It is known for ${days} days what was delivered: what is missing from before is not.`, 'since');
}

/** So many in a second, unless more or fewer are asked for. */
export const defaultPerSecond = 10;

/** How fast events are sent again to a webhook: not those that were asked for one by one. */
export interface Pace {
  resendsPerSecond: number;
  /** When the next one may go. Null when none ever went. */
  resendsFrom: Date | null;
}

/** Milliseconds for which it makes up: it is looked every second or two. What could not go for longer is spread anew. */
const mostMissed = 3000;

/** From when on the ones that may go are counted. */
export function beginOf({ resendsFrom }: Pick<Pace, 'resendsFrom'>, now: Date): Date {
  const isLate = !resendsFrom || now.getTime() - resendsFrom.getTime() > mostMissed;
  return isLate ? now : resendsFrom;
}

/** How many may go now. */
export function resendsAt(pace: Pace, now: Date): number {
  const missed = now.getTime() - beginOf(pace, now).getTime();
  return missed < 0 ? 0 : Math.floor((missed * pace.resendsPerSecond) / 1000) + 1;
}

/** When the next one may go after so many. */
export const resendsFromAfter = (pace: Pace, count: number, now: Date): Date | null =>
  count ? new Date(beginOf(pace, now).getTime() + (count * 1000) / pace.resendsPerSecond) : pace.resendsFrom;
