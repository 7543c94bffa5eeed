import { use } from 'react';
import { type Language, preferredLanguage } from '../../words/index.ts';
import type { Texts } from './texts/en.ts';

const languages: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./texts/en.ts')).texts,
  de: async () => (await import('./texts/de.ts')).texts,
};
const loading = languages[preferredLanguage()]();

/** The texts about the registration at a service: only where it is shown are they loaded. */
export const useTexts = (): Texts => use(loading);
