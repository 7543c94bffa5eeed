import { createContext, useContext } from 'react';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words } from './en.ts';
export const languages = { en, de } as const;
export type Language = keyof typeof languages;

/** The language that was chosen in this browser; otherwise the first of the browser's that exists. */
export function preferredLanguage(): Language {
  const preferred = [localStorage.getItem('language') ?? '', ...navigator.languages];
  const found = preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages);
  return (found as Language | undefined) ?? 'en';
}

export const WordsContext = createContext<Words>(en);
export const useWords = (): Words => useContext(WordsContext);
