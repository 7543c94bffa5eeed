import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts about the registration at a service: only where it is shown are they loaded. */
export const useTexts = ownTexts<Texts>({ en: () => import('./texts/en.ts'), de: () => import('./texts/de.ts') });
