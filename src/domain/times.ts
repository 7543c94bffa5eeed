import { z } from 'zod';
import { badUserInput } from './failure.ts';
import { day } from './durations.ts';

/** Whether RFC 3339 and PostgreSQL both know the time: an offset can move it out of the years that have four digits. */
export const isKnownTime = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

/** The begin of the day (UTC) of a time. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / day) * day);

/** The sentence for another time. */
export const unknownTime = 'Must be in the years 0001 to 9999 (UTC).';

const storable = (schema: z.ZodISODateTime): z.ZodISODateTime =>
  schema.check(({ value, issues }) => {
    const time = new Date(value);
    // A text that is no time at all has an issue of its own.
    if (Number.isNaN(time.getTime()) || isKnownTime(time)) return;
    issues.push({ code: 'invalid_format', format: 'datetime', input: value, message: unknownTime });
  });

/** A time in an input, with any offset. */
export const timeSchema = storable(z.iso.datetime({ offset: true }));

/** The end of something in an input; null: it does not end. Refuses one that has passed. */
export function endFrom(text: string | null | undefined, now: Date, ...path: string[]): Date | null {
  const end = text == null ? null : new Date(text);
  requireFuture(end, now, ...path);
  return end;
}

/** Refuses a time that is not in the future; null is none. */
export function requireFuture(time: Date | null, now: Date, ...path: string[]): void {
  if (time && time <= now) throw badUserInput('Must be in the future.', ...path);
}

/** A time in UTC in a filter. */
export const utcTimeSchema = storable(z.iso.datetime());
