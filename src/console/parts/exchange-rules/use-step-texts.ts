import { ownTexts } from '../../words/own-texts.ts';
import type { Texts } from './step-texts/en.ts';

/** The texts of the steps that the guide on the overview and that of an application share. */
export const useStepTexts = ownTexts<Texts>({
  en: () => import('./step-texts/en.ts'),
  de: () => import('./step-texts/de.ts'),
});
