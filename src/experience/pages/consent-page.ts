import { markup } from '../../http/markup.ts';
import type { Texts } from '../texts/index.ts';
import { pageDocument } from './layout.ts';

/** A heading of the consent page with a list of what the application may do. */
export interface ConsentSection {
  heading: string;
  items: string[];
}

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

/** The answers that a person can give: buttons of the page, and values in JSON. */
export const consentAnswers = ['yes', 'no'] as const;

/** Asks for consent; for a first-party application, only whether to continue. */
export function consentPage(form: ConsentForm, texts: Texts): string {
  const { applicationName, logo, isThirdParty, userName, sections, action } = form;
  const { consent } = texts;
  const question = isThirdParty ? consent.allow(applicationName) : consent.continueTo(applicationName);
  const first = { yes: texts.confirm, no: texts.cancel };
  const [before, name, after] = consent.signedInAs(userName);
  return pageDocument(
    question,
    markup`${logo === undefined ? '' : markup`<img class="logo" src="${logo}" alt="">`}
<h1>${question}</h1>
<p class="lead">${before}<strong>${name}</strong>${after}</p>
${isThirdParty ? [markup`<p>${consent.thirdParty}</p>`, sections.map(list)] : ''}
<form method="post" action="${action}">
${consentAnswers.map((answer) => button(answer, isThirdParty ? consent[answer] : first[answer]))}
</form>`,
    { language: texts.language, direction: texts.direction },
  );
}

const button = (answer: (typeof consentAnswers)[number], label: string) =>
  markup`<button name="answer" value="${answer}" ${answer === 'no' ? markup`class="quiet"` : ''}>${label}</button>\n`;

const list = ({ heading, items }: ConsentSection) => markup`<h2>${heading}</h2>
<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
