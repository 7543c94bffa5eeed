import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of the signing keys: only their page loads them. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
