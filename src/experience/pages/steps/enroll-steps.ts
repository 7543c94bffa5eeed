import { raw } from 'hono/html';
import { type Markup, markup } from '../../../http/markup.ts';
import { isLinking } from '../../../vocabulary/flows.ts';
import type { StepDetails } from '../../flow/details.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { otherSteps, type StepPart } from './step-part.ts';
import { codeField, submit, wayButton } from './field.ts';
import { passkeyButton } from './passkey-button.ts';

/** A new authenticator app: the code shows that it works. */
export const enrollTotpStep = (page: Page, texts: Texts, { app }: StepDetails): StepPart => ({
  heading: texts.enrollTotp,
  lead: leadOf(page, texts, texts.enrollTotpWhy),
  form: [
    { markup: newApp(texts, app) },
    codeField(page, texts, { label: texts.codeOfApp, isFirst: false }),
    submit(texts.confirm),
  ],
  ways: otherSteps(page, texts),
});

/** A person who is signed in has chosen to add it. */
const leadOf = ({ purpose }: Page, { factorNeeded }: Texts, how: string): string =>
  isLinking(purpose) ? how : `${factorNeeded} ${how}`;

/** A device with a touch screen shows the code and often has the app, too: there its link comes first. */
function newApp(
  texts: Texts,
  { uri = '', qrCode = '', key = '' }: Partial<NonNullable<StepDetails['app']>> = {},
): Markup {
  return markup`<p class="touch"><a class="button quiet" href="${uri}">${texts.openApp}</a></p>
<div class="qr-code" role="img" aria-label="${texts.qrCode}">${raw(qrCode)}</div>
<details><summary>${texts.cannotScan}</summary>
<p>${texts.typeKey}</p>
<p><code class="key" dir="ltr">${key}</code></p>
<p class="no-touch"><a href="${uri}">${texts.openApp}</a></p></details>`;
}

export const enrollPasskeyStep = (page: Page, texts: Texts, { passkey }: StepDetails): StepPart => ({
  heading: texts.enrollPasskey,
  lead: leadOf(page, texts, texts.enrollPasskeyWhy),
  form: [
    { markup: markup`<p data-no-passkey>${texts.passkeyUnsupported}</p>` },
    ...passkeyButton(texts, { options: passkey, kind: 'create', label: texts.createPasskey }),
  ],
  ways: otherSteps(page, texts),
});

/** New backup codes, until the person has kept them. */
export function backupCodesStep(_page: Page, texts: Texts, { backupCodes = [] }: StepDetails): StepPart {
  const download = wayButton({ way: 'download', label: texts.download, staysOnPage: true });
  return {
    heading: texts.backupCodes,
    lead: texts.backupCodesWhy,
    form: [
      {
        markup: markup`<ul class="codes" id="codes">${backupCodes.map((code) => markup`<li><code dir="ltr">${code}</code></li>`)}</ul>`,
      },
      {
        ...download,
        markup: markup`<div class="tools">
<button type="button" class="quiet" data-copy="codes" data-copied="${texts.copied}" hidden>${texts.copy}</button>
${download.markup}
<button type="button" class="quiet" data-print hidden>${texts.print}</button>
</div>`,
      },
      submit(texts.haveKeptCodes),
    ],
    ways: [],
  };
}
