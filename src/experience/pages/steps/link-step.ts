import { describeLink, linkButton } from '../link-pages.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { otherSteps, type StepPart } from './step-part.ts';

/** The link that was opened in this browser: its recipient, before it is used. */
export function linkStep(page: Page, texts: Texts): StepPart {
  if (!page.link) throw new Error('there is no link');
  const { title, lead } = describeLink(page.link, texts);
  return {
    heading: title,
    lead,
    form: [linkButton(page.link, texts)],
    ways: otherSteps(page, texts).filter(({ way }) => way !== 'sign-in'),
  };
}
