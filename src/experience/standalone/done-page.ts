import { markup } from '../../http/markup.ts';
import type { Destination } from '../link/destinations.ts';
import { applicationList } from '../link/pages.ts';
import { laidOut } from '../pages/layout.ts';
import type { Texts } from '../texts/index.ts';
import type { StandalonePage } from './pages.ts';

export const doneText = ({ purpose }: StandalonePage, texts: Texts): { title: string; text: string } =>
  purpose === 'reset'
    ? { title: texts.passwordChanged, text: texts.signInAgain }
    : { title: texts.accountCreated, text: texts.signInFirst };

/** The end of a flow without an application. `applications`: those in which the person can sign in. */
export function donePage(page: StandalonePage, applications: readonly Destination[], texts: Texts): string {
  const { title, text } = doneText(page, texts);
  const list = applications.length ? applicationList(applications) : '';
  return laidOut(title, markup`<p>${text}</p>\n${list}`, texts);
}
