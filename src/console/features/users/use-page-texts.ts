import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './page-texts/en.ts';

/** The texts of the security of a user, which only its tab loads. */
export const usePageTexts = ownTexts<Texts>({
  en: () => import('./page-texts/en.ts'),
  de: () => import('./page-texts/de.ts'),
});
