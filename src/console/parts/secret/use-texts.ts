import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of the question before a secret is lost: only what asks it loads them. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
