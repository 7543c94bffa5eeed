import { markup } from '../../http/markup.ts';
import type { Emphasis } from '../texts/emphasis.ts';
import { pageDocument, type PageTexts } from './layout.ts';

/** A heading of the consent page with a list of what the application may do. */
export interface ConsentSection {
  heading: string;
  items: string[];
}

export interface ConsentForm {
  action: string;
  applicationName: string;
  /** Host to which the person returns. */
  returnsTo: string;
  /** Address of the logo on this platform. */
  logo: string | undefined;
  /** Whether the logo is at the top of the page already. */
  isLogoAtTop: boolean;
  isThirdParty: boolean;
  isAgent: boolean;
  /** The name shown for the signed-in user. */
  userName: string;
  sections: ConsentSection[];
}

/** The answers that a person can give: buttons of the page, and values in JSON. */
export const consentAnswers = ['yes', 'no'] as const;

/** Asks for consent; for a first-party application, only whether to continue. */
export function consentPage(form: ConsentForm, texts: PageTexts): string {
  const { applicationName, returnsTo, logo, isLogoAtTop, isThirdParty, isAgent, userName, sections, action } = form;
  const { consent } = texts;
  const question = isThirdParty ? consent.allow(applicationName) : consent.continueTo(applicationName);
  const first = { yes: texts.confirm, no: texts.cancel };
  return pageDocument(
    question,
    markup`${logo === undefined || isLogoAtTop ? '' : markup`<img class="logo" src="${logo}" alt="">`}
<h1>${question}</h1>
<p class="lead">${emphasized(consent.signedInAs(userName))}</p>
${isAgent ? markup`<p>${consent.agent}</p>` : ''}
${isThirdParty ? [markup`<p>${consent.thirdParty} ${emphasized(consent.returnsTo(returnsTo))}</p>`, sections.map(list)] : ''}
<form method="post" action="${action}">
${consentAnswers.map((answer) => button(answer, isThirdParty ? consent[answer] : first[answer]))}
</form>`,
    { texts },
  );
}

const emphasized = ([before, text, after]: Emphasis) => markup`${before}<strong>${text}</strong>${after}`;

const button = (answer: (typeof consentAnswers)[number], label: string) =>
  markup`<button name="answer" value="${answer}" ${answer === 'no' ? markup`class="quiet"` : ''}>${label}</button>\n`;

const list = ({ heading, items }: ConsentSection) => markup`<h2>${heading}</h2>
<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
