import { parseAccept } from 'hono/utils/accept';
import type { Language } from '../../vocabulary/languages.ts';
import { ar } from './ar/index.ts';
import { de } from './de/index.ts';
import { en, type Texts } from './en/index.ts';
import { es } from './es/index.ts';
import { fr } from './fr/index.ts';
import { ja } from './ja/index.ts';
import { mirrored } from './mirrored.ts';

export type { Texts };

const languages: Record<Language, Texts> = { en, de, fr, es, ja, ar };
const all: Record<string, Texts> = { ...languages, [mirrored.language]: mirrored };

/** The first requested language that the pages have (BCP 47), else that of Accept-Language (RFC 9110 §12.5.4). */
export function languageFor(accepted: string | undefined, requested: readonly string[]): string {
  const sorted = parseAccept(accepted ?? '').toSorted((one, other) => other.q - one.q);
  return matchLanguage([...requested, ...sorted.map(({ type }) => type)]) ?? 'en';
}

/** The first language of these tags (BCP 47) that the pages have; a region does not matter. */
const matchLanguage = (tags: readonly string[]): string | undefined =>
  tags
    .map((tag) => tag.toLowerCase())
    .flatMap((tag) => [tag, tag.split('-')[0] ?? ''])
    .find((tag) => Object.hasOwn(all, tag));

export const textsIn = (language: string): Texts => all[language] ?? en;

/** A time until something is possible: rounded up, in the largest unit that is not coarse. */
export function duration(texts: Texts, until: Date, now: Date): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? texts.minutes(minutes) : texts.hours(Math.ceil(minutes / 60));
}
