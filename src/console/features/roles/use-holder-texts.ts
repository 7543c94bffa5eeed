import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './holder-texts/en.ts';

/** The texts of the holders of roles: only what shows them loads them. */
export const useHolderTexts = ownTexts<Texts>({
  en: () => import('./holder-texts/en.ts'),
  de: () => import('./holder-texts/de.ts'),
});
