import type { FlowStep } from '../../vocabulary/flows.ts';
import type { StepDetails } from '../flow/details.ts';
import type { Page } from '../flow/page.ts';
import type { Texts } from '../texts/index.ts';
import { codeStep } from './steps/code-step.ts';
import { backupCodesStep, enrollPasskeyStep, enrollTotpStep } from './steps/enroll-steps.ts';
import { fieldsStep } from './steps/fields-step.ts';
import { identifyStep } from './steps/identify-step.ts';
import { linkStep } from './steps/link-step.ts';
import { newPasswordStep } from './steps/new-password-step.ts';
import { passwordStep } from './steps/password-step.ts';
import { backupCodeStep, passkeyStep, totpStep } from './steps/second-factor-steps.ts';
import type { StepPart, Way } from './steps/step-part.ts';
import { confirmIdentityStep, upstreamStep } from './steps/upstream-step.ts';

const parts: Record<FlowStep, (page: Page, texts: Texts, details: StepDetails) => StepPart> = {
  identify: identifyStep,
  link: linkStep,
  password: passwordStep,
  code: codeStep,
  fields: fieldsStep,
  'new-password': newPasswordStep,
  passkey: passkeyStep,
  totp: totpStep,
  'backup-code': backupCodeStep,
  'enrol-passkey': enrollPasskeyStep,
  'enrol-totp': enrollTotpStep,
  'backup-codes': backupCodesStep,
  upstream: upstreamStep,
  'confirm-identity': confirmIdentityStep,
};

/** The form and the other ways of the present step: the page is drawn from them, and JSON describes them. */
export function offerOf(page: Page, texts: Texts, details: StepDetails): StepPart {
  const part = page.refused ? refusedPart(texts) : parts[page.step](page, texts, details);
  return { ...part, ways: offered(page, part.ways, texts) };
}

const refusedPart = (texts: Texts): StepPart => ({
  heading: texts.notPossible,
  form: [],
  ways: [{ way: 'sign-in', label: texts.signIn }],
});

/** Without an application there is neither a sign-in nor a way back to it: the person can only begin again. */
function offered(page: Page, ways: readonly Way[], texts: Texts): readonly Way[] {
  if (!page.isStandalone) return [...ways, { way: 'cancel', label: texts.backTo(page.applicationName) }];
  const isFirst = page.refused ? page.refused === 'sign-up-closed' : page.step === 'identify';
  const again = isFirst ? [] : [{ way: page.purpose, label: texts.beginAgain }];
  return ways.flatMap((one) => (one.way === 'sign-in' ? again : [one]));
}
