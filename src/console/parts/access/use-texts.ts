import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of the warning of an only administrator. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
