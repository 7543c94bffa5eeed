import { messageName } from '../../domain/messages/message-names.ts';
import { type Markup, markup } from '../../http/markup.ts';
import type { Link } from '../../store/one-time-tokens/links.ts';
import { laidOut, type PageTexts } from './layout.ts';
import { applicationList, buttonTo, nextSteps } from './next-steps.ts';
import { standalonePages } from './standalone-pages.ts';
import type { FormPart } from './steps/step-part.ts';
import type { Texts } from '../texts/index.ts';
import type { Destination } from '../flow/destinations.ts';

/** The reason why a link cannot be used. */
export type LinkProblem = Exclude<Link['status'], 'valid'> | 'unknown';

/** The recipient and the effect of the link. Nothing changes before the button is pressed: programs open links, too. */
export function linkPage(link: Link, texts: PageTexts, action: string): string {
  const { title, lead } = describeLink(link, texts);
  return laidOut(
    title,
    markup`<p class="lead">${lead}</p>
<form method="post" action="${action}">
${linkButton(link, texts).markup}
</form>
<p class="detail">${texts.link.notYou}</p>`,
    texts,
  );
}

export const linkButton = ({ personName }: Link, texts: Texts): FormPart => ({
  markup: markup`<button name="way" value="link">${texts.link.continueAs(personName)}</button>`,
  way: 'link',
});

/** The recipient of a link. */
export function describeLink(
  { kind, purpose, personName, inviterName, organizationName }: Link,
  texts: Texts,
): { title: string; lead: Markup } {
  const isInvitation = kind === 'invitation';
  const inviter = inviterName === null ? undefined : messageName(inviterName);
  const [before, person, after] = isInvitation
    ? texts.link.invites(inviter, personName)
    : texts.link.does[purpose](personName);
  const title = isInvitation ? texts.link.join(messageName(organizationName ?? '')) : texts.link.titles[purpose];
  return { title, lead: markup`${before}<strong>${person}</strong>${after}` };
}

/** `link`: undefined if there is none. `destinations`: where the person can continue without it. */
export const linkProblemPage = (
  problem: LinkProblem,
  link: Link | undefined,
  destinations: readonly Destination[],
  texts: PageTexts,
): string =>
  laidOut(
    texts.link.cannotBeUsed,
    markup`<p>${texts.link.problems[problem]}</p>\n${insteadOf(link, destinations, texts)}`,
    texts,
  );

/** A new link, on the page where the link was requested or one like it; otherwise the applications. */
function insteadOf(link: Link | undefined, destinations: readonly Destination[], texts: Texts): Markup {
  const page = standalonePages.find(({ purpose }) => link?.kind === 'code' && link.purpose === purpose);
  if (!page) return nextSteps(destinations, texts);
  const others = markup`<p>${texts.link.openInstead}</p>\n${applicationList(destinations, { isQuiet: true })}`;
  return markup`<p>${buttonTo(page.address, texts.link.titles[page.purpose])}</p>\n${destinations.length ? others : ''}`;
}

/** The browser keeps the link; the person opens an application. */
export const linkKeptPage = (destinations: readonly Destination[], texts: PageTexts): string =>
  laidOut(
    texts.link.almostThere,
    destinations.length
      ? markup`<p>${texts.link.chooseApplication}</p>\n${applicationList(destinations)}`
      : markup`<p>${texts.link.openApplication}</p>\n${nextSteps([], texts)}`,
    texts,
  );
