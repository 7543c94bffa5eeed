import { readableReference } from '../../domain/flow/reference.ts';
import { type Markup, markup } from '../../http/markup.ts';
import type { StepDetails } from '../flow/details.ts';
import type { View } from '../flow/view.ts';
import type { FlowStep } from '../../vocabulary/flows.ts';
import { duration, type Texts } from '../texts/index.ts';
import { applicationList } from '../link/pages.ts';
import { page, scriptElement } from './layout.ts';
import { codeStep } from './steps/code-step.ts';
import { backupCodesStep, enrolPasskeyStep, enrolTotpStep } from './steps/enrol-steps.ts';
import { fieldsStep } from './steps/fields-step.ts';
import { identifyStep } from './steps/identify-step.ts';
import { linkStep } from './steps/link-step.ts';
import { newPasswordStep } from './steps/new-password-step.ts';
import { passwordStep } from './steps/password-step.ts';
import { backupCodeStep, passkeyStep, totpStep } from './steps/second-factor-steps.ts';
import type { StepPart } from './steps/step-part.ts';

interface StepOptions {
  /** Address of the form. */
  action: string;
  now: Date;
  details: StepDetails;
}

const parts: Record<FlowStep, (view: View, texts: Texts, details: StepDetails) => StepPart> = {
  identify: identifyStep,
  link: linkStep,
  password: passwordStep,
  code: codeStep,
  fields: fieldsStep,
  'new-password': newPasswordStep,
  passkey: passkeyStep,
  totp: totpStep,
  'backup-code': backupCodeStep,
  'enrol-passkey': enrolPasskeyStep,
  'enrol-totp': enrolTotpStep,
  'backup-codes': backupCodesStep,
};

/** The other ways of a step. */
export const waysOf = (view: View, details: StepDetails, texts: Texts): StepPart['ways'] =>
  offered(view, parts[view.step](view, texts, details).ways, texts);

/** Without an application there is no sign-in: the person can only begin again. */
const offered = (view: View, ways: StepPart['ways'], texts: Texts): StepPart['ways'] =>
  view.isStandalone
    ? ways.flatMap((one) => {
        if (one.way !== 'sign-in') return [one];
        const isFirst = view.refused ? view.refused === 'sign-up-closed' : view.step === 'identify';
        return isFirst ? [] : [{ way: view.purpose, label: texts.beginAgain }];
      })
    : ways;

/** The page of the present step, complete without JavaScript. */
export function stepPage(view: View, texts: Texts, { action, now, details }: StepOptions): string {
  if (view.refused) return refusedPage(view, texts, action, details);
  const { heading, lead, form, ways } = parts[view.step](view, texts, details);
  const title = `${heading} – ${view.applicationName}`;
  const problem = view.problem && problemText(view, texts, now);
  return page(
    problem ? `${texts.error}: ${title}` : title,
    markup`<h1>${heading}</h1>
${lead ? markup`<p class="lead">${lead}</p>` : ''}
${problem ? errorSummary(problem, view, texts) : ''}
<form method="post" action="${action}">
${hidden(view)}
${form}
</form>
${otherWays(view, offered(view, ways, texts), action, texts)}`,
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
const otherWays = (view: View, ways: StepPart['ways'], action: string, texts: Texts): Markup =>
  view.isStandalone && !ways.length
    ? markup``
    : markup`<form method="post" action="${action}" class="ways">
${hidden(view)}
${ways.map(({ way, label }) => markup`<button name="way" value="${way}" class="link">${label}</button>`)}
${view.isStandalone ? '' : markup`<button name="answer" value="no" class="link">${texts.cancel}</button>`}
</form>`;

const refusedPage = (view: View, texts: Texts, action: string, { applications = [] }: StepDetails): string =>
  page(
    texts.notPossible,
    markup`<h1>${texts.notPossible}</h1>
<p>${texts.refused[view.refused ?? ''] ?? texts.notPossible}</p>
${applications.length ? applicationList(applications) : ''}
<p class="detail">${texts.reference}: ${readableReference(view.reference)}</p>
${otherWays(view, offered(view, [{ way: 'sign-in', label: texts.signIn }], texts), action, texts)}`,
    { language: texts.language, direction: texts.direction },
  );
