import { useTimeZone } from '../data/time-zone.ts';
import { useWords } from '../words/index.ts';

/** Writes a time of today, such as 12:04. */
export function useClockTime(): (at: Date) => string {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  const zone = timeZone ? ({ timeZone, timeZoneName: 'short' } as const) : {};
  return (at) => at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', ...zone });
}
