import { useTimeZone } from '../../data/preferences/time-zone.ts';
import { useWords } from '../../words/index.ts';
import { dateFormat } from './formatters.ts';

type Time = Date | string | number;

/** Writes times in this form, in the zone of the preferences. */
export function useTimeFormat(form: Intl.DateTimeFormatOptions): (at: Time) => string {
  const { locale } = useWords();
  const timeZone = useTimeZone();
  return (at) => dateFormat(locale, { ...form, ...(timeZone && { timeZone }) }).format(new Date(at));
}

/** Writes a time of today, such as 12:04. */
export function useClockTime(): (at: Time) => string {
  const timeZone = useTimeZone();
  return useTimeFormat({ hour: '2-digit', minute: '2-digit', ...(timeZone && { timeZoneName: 'short' }) });
}
