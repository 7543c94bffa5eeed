import { createContext, useContext } from 'react';
import type { Words } from './en.ts';

export type { Words } from './en.ts';

/** Only the language that is shown is loaded. */
export const languages = {
  en: async (): Promise<Words> => (await import('./en.ts')).en,
  de: async (): Promise<Words> => (await import('./de.ts')).de,
} as const;
export type Language = keyof typeof languages;

/** The language that was chosen in this browser; otherwise the first of the browser's that exists. */
export function preferredLanguage(): Language {
  const preferred = [localStorage.getItem('language') ?? '', ...navigator.languages];
  const found = preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages);
  return (found as Language | undefined) ?? 'en';
}

export const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('No language is loaded.');
  return words;
}
