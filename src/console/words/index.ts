import { createContext, useContext } from 'react';
import type { Words } from './en.ts';
import type { Language } from './language.ts';

export type { Words } from './en.ts';
export { type Language, preferredLanguage } from './language.ts';

/** Only the language that is shown is loaded. */
export const languages: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

export const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('No language is loaded.');
  return words;
}
