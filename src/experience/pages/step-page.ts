import { readableReference } from '../../domain/flow/reference.ts';
import { type Markup, markup } from '../../http/markup.ts';
import type { StepDetails } from '../flow/details.ts';
import type { View } from '../flow/view.ts';
import { duration, type Texts } from '../texts/index.ts';
import { applicationList } from '../link/pages.ts';
import { page, scriptElement } from './layout.ts';
import { offerOf } from './step-offer.ts';
import type { StepPart, Way } from './steps/step-part.ts';

interface StepOptions {
  /** Address of the form. */
  action: string;
  now: Date;
  details: StepDetails;
}

/** The page of the present step, complete without JavaScript. */
export function stepPage(view: View, texts: Texts, { action, now, details }: StepOptions): string {
  const offer = offerOf(view, texts, details);
  if (view.refused) return refusedPage(view, offer, texts, { action, details });
  const { heading, lead, form, ways } = offer;
  const title = `${heading} – ${view.applicationName}`;
  const problem = view.problem && problemText(view, texts, now);
  return page(
    problem ? `${texts.error}: ${title}` : title,
    markup`<h1>${heading}</h1>
${lead ? markup`<p class="lead">${lead}</p>` : ''}
${problem ? errorSummary(problem, view, texts) : ''}
<form method="post" action="${action}">
${hidden(view)}
${form.map((part) => markup`${part.markup}\n`)}</form>
${otherWays(view, ways, action)}`,
    { language: texts.language, direction: texts.direction, head: scriptElement },
  );
}

const hidden = ({ step, version }: View): Markup => markup`<input type="hidden" name="step" value="${step}">
<input type="hidden" name="version" value="${version}">`;

/** The text of a problem. */
export function problemText({ problem }: View, texts: Texts, now: Date): string {
  if (!problem) return '';
  const text = texts.problems[problem.name];
  return typeof text === 'string' ? text : text(duration(texts, 'until' in problem ? problem.until : now, now));
}

const errorSummary = (problem: string, { reference }: View, texts: Texts): Markup =>
  markup`<div class="error" id="error" role="alert" tabindex="-1" autofocus>${problem} <small>${texts.reference}: ${readableReference(reference)}</small></div>`;

/** A form of its own, so that Enter in a field never chooses another way. */
const otherWays = (view: View, ways: readonly Way[], action: string): Markup =>
  ways.length
    ? markup`<form method="post" action="${action}" class="ways">
${hidden(view)}
${ways.map(({ way, label }) => markup`<button name="way" value="${way}" class="link">${label}</button>`)}
</form>`
    : markup``;

/** Why a flow cannot go on. */
export const refusalText = ({ refused }: View, texts: Texts): string =>
  texts.refused[refused ?? ''] ?? texts.notPossible;

const refusedPage = (
  view: View,
  { heading, ways }: StepPart,
  texts: Texts,
  { action, details: { applications = [] } }: Pick<StepOptions, 'action' | 'details'>,
): string =>
  page(
    heading,
    markup`<h1>${heading}</h1>
<p>${refusalText(view, texts)}</p>
${applications.length ? applicationList(applications) : ''}
<p class="detail">${texts.reference}: ${readableReference(view.reference)}</p>
${otherWays(view, ways, action)}`,
    { language: texts.language, direction: texts.direction },
  );
