import { markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { type FormPart, otherSteps, type StepPart } from './step-part.ts';
import { drawField } from '../form-field.ts';
import { codeField, field, submit } from './field.ts';
import { passkeyButton } from './passkey-button.ts';

/** The code of an authenticator app. */
export const totpStep = (page: Page, texts: Texts): StepPart => ({
  heading: texts.secondFactor,
  lead: texts.totpWhy,
  form: [
    codeField(page, texts, { isFirst: true, waits: trust(page, texts).length > 0 }),
    ...trust(page, texts),
    submit(texts.confirm),
  ],
  ways: otherSteps(page, texts),
});

export const passkeyStep = (page: Page, texts: Texts, { passkey }: StepDetails): StepPart => ({
  heading: texts.secondFactor,
  lead: texts.passkeyWhy,
  form: [
    { markup: markup`<p data-no-passkey>${texts.passkeyUnsupported}</p>` },
    ...trust(page, texts),
    ...passkeyButton(texts, { options: passkey, kind: 'get', label: texts.usePasskey }),
  ],
  ways: otherSteps(page, texts),
});

export const backupCodeStep = (page: Page, texts: Texts): StepPart => ({
  heading: texts.enterBackupCode,
  lead: texts.backupCodeWhy,
  form: [
    field(page, {
      name: 'backup-code',
      label: texts.backupCode,
      autocomplete: 'off',
      maxLength: 50,
      isExact: true,
      isFirst: true,
    }),
    ...trust(page, texts),
    submit(texts.confirm),
  ],
  ways: otherSteps(page, texts),
});

const trust = ({ policy: { second }, purpose }: Page, texts: Texts): readonly FormPart[] =>
  second.trustedDeviceDays && purpose === 'sign-in'
    ? [
        {
          markup: drawField({
            name: 'trust',
            label: texts.trustDevice(second.trustedDeviceDays),
            type: 'checkbox',
            value: 'yes',
          }),
          fields: { trust: { type: 'string', enum: ['yes', 'no'] } },
        },
      ]
    : [];
