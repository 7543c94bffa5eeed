import { languages } from '../../vocabulary/languages.ts';

/**
 * The language of a message to a person: that of the locale in the profile (BCP 47) if there are texts in it, because
 * the page may be that of an attacker; otherwise that of the page, or English without one.
 */
export function noticeLanguage(user: { profile: unknown } | null, ofPage = 'en'): string {
  const { locale } = (user?.profile ?? {}) as { locale?: unknown };
  const [language = ''] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return languages.find((name) => name === language) ?? ofPage;
}
