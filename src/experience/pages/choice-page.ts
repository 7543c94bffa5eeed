import { markup } from '../../http/markup.ts';
import { pageDocument, type PageTexts } from './layout.ts';

export interface ChoiceForm {
  action: string;
  applicationName: string;
  /** The name and the address, or username, of the person who is signed in. */
  userName: string;
  identifier: string;
}

/** The answers to the question which account is used: buttons of the page, and values in JSON. */
export const accountChoices = ['continue', 'other'] as const;

/** Asks whether the person who is signed in goes on, or someone else signs in. */
export function choicePage({ action, applicationName, userName, identifier }: ChoiceForm, texts: PageTexts): string {
  const [before, name, after] = texts.consent.signedInAs(userName);
  const [start, application, end] = texts.continueWith(applicationName);
  const labels = { continue: texts.link.continueAs(identifier), other: texts.startAgain };
  return pageDocument(
    `${texts.selectAccount} – ${applicationName}`,
    markup`<h1>${texts.selectAccount}</h1>
<p class="lead">${start}<strong>${application}</strong>${end}</p>
<p>${before}<strong>${name}</strong>${after}</p>
<form method="post" action="${action}">
${accountChoices.map((choice) => markup`<button name="answer" value="${choice}" ${choice === 'other' ? markup`class="quiet"` : ''}>${labels[choice]}</button>\n`)}</form>
<form method="post" action="${action}" class="ways">
<p><button name="way" value="cancel" class="link">${texts.backTo(applicationName)}</button></p>
</form>`,
    { texts },
  );
}
