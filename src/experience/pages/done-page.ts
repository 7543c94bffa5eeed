import { markup } from '../../http/markup.ts';
import type { SignInPurpose } from '../../vocabulary/flows.ts';
import type { Destination } from '../flow/destinations.ts';
import type { Texts } from '../texts/index.ts';
import { laidOut, type PageTexts } from './layout.ts';
import { nextSteps } from './next-steps.ts';

export const doneText = (purpose: SignInPurpose, texts: Texts): { title: string; text: string } =>
  ({
    'sign-in': { title: texts.signedIn, text: texts.continueInApplication },
    'sign-up': { title: texts.accountCreated, text: texts.signInFirst },
    reset: { title: texts.passwordChanged, text: texts.signInAgain },
  })[purpose];

/** The end of a flow that leads to no address. `applications`: those in which the person can continue. */
export function donePage(purpose: SignInPurpose, applications: readonly Destination[], texts: PageTexts): string {
  const { title, text } = doneText(purpose, texts);
  return laidOut(title, markup`<p>${text}</p>\n${nextSteps(applications, texts)}`, texts);
}
