import { type Language, languages } from '../../vocabulary/languages.ts';

/**
 * The language of a message that no page caused: that of the locale in the profile (BCP 47) if there are texts in
 * it, otherwise English.
 */
export function noticeLanguage({ profile }: { profile: unknown }): Language {
  const { locale } = (profile ?? {}) as { locale?: unknown };
  const [language = ''] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return languages.find((name) => name === language) ?? 'en';
}
