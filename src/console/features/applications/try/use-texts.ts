import { ownTexts } from '../../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of the trials, with what each claim means: only where they are shown are they loaded. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
