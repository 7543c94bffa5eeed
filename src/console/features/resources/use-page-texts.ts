import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './page-texts/en.ts';

/** The texts of the applications of an API resource, which only their tab loads. */
export const usePageTexts = ownTexts<Texts>({
  en: () => import('./page-texts/en.ts'),
  de: () => import('./page-texts/de.ts'),
});
