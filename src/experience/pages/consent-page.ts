import type { ConsentSection } from '../consent-summary.ts';
import { markup } from '../../http/markup.ts';
import { page } from './layout.ts';

export interface ConsentForm {
  action: string;
  applicationName: string;
  /** Address of the logo on this platform. */
  logo: string | undefined;
  isThirdParty: boolean;
  /** The name shown for the signed-in user. */
  userName: string;
  sections: ConsentSection[];
}

/** Asks for consent; for a first-party application, only whether to continue. */
export function consentPage(form: ConsentForm): string {
  const { applicationName, logo, isThirdParty, userName, sections, action } = form;
  const question = isThirdParty ? `Allow ${applicationName} to use your account?` : `Continue to ${applicationName}?`;
  return page(
    question,
    markup`${logo === undefined ? '' : markup`<img class="logo" src="${logo}" alt="">`}
<h1>${question}</h1>
<p class="lead">You are signed in as <strong>${userName}</strong>.</p>
${isThirdParty ? [markup`<p>This application is provided by a third party.</p>`, sections.map(list)] : ''}
<form method="post" action="${action}">
<button name="answer" value="yes">${isThirdParty ? 'Allow' : 'Continue'}</button>
<button name="answer" value="no" class="quiet">${isThirdParty ? 'Do not allow' : 'Cancel'}</button>
</form>`,
  );
}

const list = ({ heading, items }: ConsentSection) => markup`<h2>${heading}</h2>
<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
