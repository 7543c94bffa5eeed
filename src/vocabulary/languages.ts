import { z } from 'zod';
import { typeNames } from './shape-parts.ts';

/** Languages of pages and messages (BCP 47). */
export const languages = ['en', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];
export const languageSchema = z.enum(languages).register(typeNames, { typeName: 'Language' });

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const colons: Partial<Record<Language, string>> = { fr: '\u00a0: ', ja: '：' };

/** The sign between a name and its value. */
export const colonOf = (language: Language): string => colons[language] ?? ': ';

const commas: Partial<Record<Language, string>> = { ja: '、', ar: '، ' };

/** The sign between the parts of a list. */
export const commaOf = (language: Language): string => commas[language] ?? ', ';

/** The foot of pages and mails that have a brand. */
export const securedBy: Readonly<Record<Language, string>> = {
  en: 'Secured by Mandate',
  de: 'Gesichert durch Mandate',
  fr: 'Sécurisé par Mandate',
  es: 'Protegido por Mandate',
  ja: 'Mandateにより保護されています',
  ar: 'محمي بواسطة \u2068Mandate\u2069',
};
