import { describeLink, linkButton } from '../../link/pages.ts';
import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';
import { otherSteps, type StepPart } from './step-part.ts';

/** The link that was opened in this browser: its recipient, before it is used. */
export function linkStep(view: View, texts: Texts): StepPart {
  if (!view.link) throw new Error('there is no link');
  const { title, lead } = describeLink(view.link, texts);
  return {
    heading: title,
    lead,
    form: [linkButton(view.link, texts)],
    ways: otherSteps(view, texts).filter(({ way }) => way !== 'sign-in'),
  };
}
