/** The moment that an input of type datetime-local names; undefined for none. */
export function momentOf(local: string): string | undefined {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A moment as an input of type datetime-local shows it, in the time zone of the browser; empty for what is no time. */
export function localTime(given: string): string {
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
