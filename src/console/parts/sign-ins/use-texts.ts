import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts about sign-ins, refusals and what helps: only pages about people load them. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
