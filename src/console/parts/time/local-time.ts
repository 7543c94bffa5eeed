import type { TimeZone } from '../../data/preferences/time-zone.ts';

/** The moment that an input of type datetime-local names; undefined for none. */
export function momentOf(typed: string, zone: TimeZone): string | undefined {
  const time = new Date(typed && zone === 'UTC' ? `${typed}Z` : typed);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A moment as an input of type datetime-local shows it; empty for what is no time. */
export function localTime(input: string, zone: TimeZone): string {
  const time = new Date(input);
  if (Number.isNaN(time.getTime())) return '';
  const offset = zone === 'UTC' ? 0 : time.getTimezoneOffset();
  return new Date(time.getTime() - offset * 60_000).toISOString().slice(0, 19);
}

/** The name of the time zone in which a person types, such as Europe/Berlin. */
export const zoneName = (zone: TimeZone): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
