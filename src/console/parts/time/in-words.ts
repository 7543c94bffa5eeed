import { dateFormat, relativeFormat } from './formatters.ts';

const units = [
  ['hour', 3600],
  ['minute', 60],
] as const;

const dayLength = 86_400_000;
/** Seconds within which a time is so many hours away, whatever the day. */
const near = 12 * 3600;
/** Days within which a time is one of a day that is so many days away. */
const week = 6;

interface Language {
  locale: string;
  timeZone: string | undefined;
}

/** A time as people say it: "3 minutes ago", "yesterday, 14:05", "Mar 3, 2026". */
export function timeInWords(at: number, now: number, { locale, timeZone }: Language): string {
  const relative = relativeFormat(locale);
  const passed = (at - now) / 1000;
  const days = dayOf(at, timeZone) - dayOf(now, timeZone);
  if (Math.abs(passed) < near || days === 0) {
    const [unit, size] = units.find(([, length]) => Math.abs(passed) >= length) ?? ['second', 1];
    return relative.format(Math.round(passed / size), unit);
  }
  const zone = timeZone ? { timeZone } : {};
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone });
  if (Math.abs(days) <= week) return `${relative.format(days, 'day')}, ${time.format(at)}`;
  return dateFormat(locale, { dateStyle: 'medium', ...zone }).format(at);
}

/** The number of a day of the calendar. */
function dayOf(at: number, timeZone: string | undefined): number {
  const form = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return Date.parse(dateFormat('en-CA', { ...form, ...(timeZone && { timeZone }) }).format(at)) / dayLength;
}
