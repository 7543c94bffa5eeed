import { ownTexts } from '../../../words/own-texts.ts';
import type { Texts } from './texts/en.ts';

/** The texts of the tab that connects an application, which only it loads. */
export const useConnectTexts = ownTexts<Texts>({
  en: () => import('./texts/en.ts'),
  de: () => import('./texts/de.ts'),
});
