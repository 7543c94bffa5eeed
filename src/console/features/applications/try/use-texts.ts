import { use } from 'react';
import { type Language, preferredLanguage } from '../../../words/index.ts';
import type { Texts } from './texts/en.ts';

const languages: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./texts/en.ts')).texts,
  de: async () => (await import('./texts/de.ts')).texts,
};
const loading = languages[preferredLanguage()]();

/** The texts of the trials, with what each claim means: only where they are shown are they loaded. */
export const useTexts = (): Texts => use(loading);
