import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './impersonation-texts/en.ts';

/** The texts of one person acting as another: only what shows it loads them. */
export const useTexts = ownTexts<Texts>({
  en: () => import('./impersonation-texts/en.ts'),
  de: () => import('./impersonation-texts/de.ts'),
});
