import { ownTexts } from '../../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of what roles give: only the dialogs that give them load them. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
