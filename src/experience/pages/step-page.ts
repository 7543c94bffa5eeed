import { readableReference } from '../../domain/flow/reference.ts';
import { type Markup, markup } from '../../http/markup.ts';
import type { StepDetails } from '../flow/details.ts';
import type { Page } from '../flow/page.ts';
import type { Texts } from '../texts/index.ts';
import { pageDocument, type PageTexts } from './layout.ts';
import { problemBox } from './form-field.ts';
import { nextSteps } from './next-steps.ts';
import { problemText } from './problem-text.ts';
import { offerOf } from './step-offer.ts';
import { wrongFieldsOf } from './steps/field.ts';
import type { FormPart, StepPart, Way } from './steps/step-part.ts';

interface StepOptions {
  /** Address of the form. */
  action: string;
  now: Date;
  details: StepDetails;
  /** The page to which a person goes back who does not go on. */
  back?: string | undefined;
}

/** The page of the present step, complete without JavaScript. */
export function stepPage(page: Page, texts: PageTexts, { action, now, details, back }: StepOptions): string {
  const offer = offerOf(page, texts, details);
  if (page.refused) return refusedPage(page, offer, texts, { action, now, details, back });
  const { heading, lead, form, ways, keepsFields } = offer;
  const title = `${heading} – ${page.applicationName}`;
  const problem = page.problem && problemText(page, texts, now);
  const sentence = markup`${problem ?? ''} ${referenceOf(page, texts)}`;
  return pageDocument(
    problem ? `${texts.error}${texts.colon}${title}` : title,
    markup`<h1>${heading}</h1>
${lead ? markup`<p class="lead">${lead}</p>` : ''}
${problem && !form.some(({ isWrong }) => isWrong) ? problemBox(sentence, { hasFocus: true }) : ''}
<form method="post" action="${action}" ${
      keepsFields
        ? markup`data-asks="${JSON.stringify(wrongFieldsIn(form))}" data-error="${texts.error}${texts.colon}" data-reference="${texts.reference}${texts.colon}"`
        : ''
    }>
${hidden(page)}
${form.map((part) => markup`${part.isWrong ? problemBox(sentence) : ''}${part.markup}\n`)}</form>
${otherWays(page, ways, { action, now })}${backLink(back, texts)}`,
    { texts },
  );
}

/** The fields of a form that each problem is about, for the script. */
const wrongFieldsIn = (form: readonly FormPart[]): Record<string, readonly string[]> =>
  wrongFieldsOf(form.flatMap(({ fields = {} }) => Object.keys(fields)));

const hidden = ({ step, version }: Page): Markup => markup`<input type="hidden" name="step" value="${step}">
<input type="hidden" name="version" value="${version}">`;

/** The reference that a person can give to an administrator. */
const referenceOf = ({ reference }: Page, texts: Texts): Markup =>
  markup`<small>${texts.reference}${texts.colon}<bdi>${readableReference(reference)}</bdi></small>`;

interface WayOptions extends Pick<StepOptions, 'action' | 'now'> {
  /** True if the ways are what the page is for: the first one is its main button, unless it only leads back. */
  hasMain?: boolean;
}

/** A form of its own, so that Enter in a field never chooses another way. */
const otherWays = (page: Page, ways: readonly Way[], { action, now, hasMain = false }: WayOptions): Markup =>
  ways.length
    ? markup`<form method="post" action="${action}" class="ways" id="ways">
${hidden(page)}
${page.entry === 'identifier' ? '' : markup`<input type="hidden" name="identifier" value="${page.identifier}">`}
${ways.map((way, index) => wayLine(way, now, hasMain && index === 0 && way.way !== 'cancel'))}
</form>`
    : markup``;

const backLink = (back: string | undefined, texts: Texts): Markup | '' =>
  back === undefined ? '' : markup`<p class="back"><a href="${back}">${texts.account.backToAccount}</a></p>`;

const wayLine = ({ way, label, question, waits }: Way, now: Date, isMain: boolean): Markup =>
  markup`<p>${question ? markup`${question} ` : ''}<button name="way" value="${way}" ${isMain ? '' : markup`class="link"`} ${
    waits && waits.until > now ? waitMarks(waits, now) : ''
  }>${label}</button></p>\n`;

/** Seconds that the script counts down, and what it shows meanwhile. */
const waitMarks = ({ until, label }: NonNullable<Way['waits']>, now: Date): Markup =>
  markup`data-wait="${String(Math.ceil((until.getTime() - now.getTime()) / 1000))}" data-waiting="${label('{time}')}"`;

/** The reason why a flow cannot go on. */
export const refusalText = ({ refused }: Page, texts: Texts): string =>
  texts.refused[refused ?? ''] ?? texts.notPossible;

const refusedPage = (
  page: Page,
  { heading, ways }: StepPart,
  texts: PageTexts,
  { action, now, back, details: { applications } }: StepOptions,
): string =>
  pageDocument(
    heading,
    markup`<h1>${heading}</h1>
<p>${refusalText(page, texts)}</p>
${applications ? nextSteps(applications, texts) : ''}
${otherWays(page, ways, { action, now, hasMain: !applications })}
<p class="detail">${texts.reference}${texts.colon}<bdi>${readableReference(page.reference)}</bdi></p>${backLink(back, texts)}`,
    { texts },
  );
