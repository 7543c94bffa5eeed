import type { AskedInWords } from '../consent-summary.ts';
import { markup } from '../../http/markup.ts';
import { page } from './layout.ts';

export interface ConsentForm {
  action: string;
  applicationName: string;
  isThirdParty: boolean;
  /** How the person who is signed in is called. */
  personName: string;
  asked: AskedInWords[];
}

/** Asks the person whether the application gets what it asks for; for one of our own, only whether to go on. */
export function consentPage(form: ConsentForm): string {
  const { applicationName, isThirdParty, personName, asked, action } = form;
  const question = isThirdParty ? `Allow ${applicationName} to use your account?` : `Continue to ${applicationName}?`;
  return page(
    question,
    markup`<h1>${question}</h1>
<p class="lead">You are signed in as <strong>${personName}</strong>.</p>
${isThirdParty ? [markup`<p>This application is run by somebody else.</p>`, asked.map(list)] : ''}
<form method="post" action="${action}">
<button name="answer" value="yes">${isThirdParty ? 'Allow' : 'Continue'}</button>
<button name="answer" value="no" class="quiet">${isThirdParty ? 'Do not allow' : 'Cancel'}</button>
</form>`,
  );
}

const list = ({ heading, items }: AskedInWords) => markup`<h2>${heading}</h2>
<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
