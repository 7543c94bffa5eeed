const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** The formatter of a language and form, made once: to make one takes a hundred times as long as to use it. */
export function dateFormat(locale: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(form)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, form);
  dateFormats.set(key, format);
  return format;
}

/** The formatter of relative times of a language, such as "yesterday" and "3 minutes ago". */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relativeFormats.set(locale, format);
  return format;
}
