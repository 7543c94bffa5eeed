import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './page-texts/en.ts';

/** The texts of the tabs *Secret* and *Test* of a webhook: only they load them. */
export const usePageTexts = ownTexts<Texts>({
  en: () => import('./page-texts/en.ts'),
  de: () => import('./page-texts/de.ts'),
});
