import type { FlowStep } from '../../vocabulary/flows.ts';
import type { StepDetails } from '../flow/details.ts';
import type { View } from '../flow/view.ts';
import type { Texts } from '../texts/index.ts';
import { codeStep } from './steps/code-step.ts';
import { backupCodesStep, enrolPasskeyStep, enrolTotpStep } from './steps/enrol-steps.ts';
import { fieldsStep } from './steps/fields-step.ts';
import { identifyStep } from './steps/identify-step.ts';
import { linkStep } from './steps/link-step.ts';
import { newPasswordStep } from './steps/new-password-step.ts';
import { passwordStep } from './steps/password-step.ts';
import { backupCodeStep, passkeyStep, totpStep } from './steps/second-factor-steps.ts';
import type { StepPart, Way } from './steps/step-part.ts';

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

/** What the present step offers: the page is drawn from it, and JSON describes it. */
export function offerOf(view: View, texts: Texts, details: StepDetails): StepPart {
  const part = view.refused ? refusedPart(texts) : parts[view.step](view, texts, details);
  return { ...part, ways: offered(view, part.ways, texts) };
}

const refusedPart = (texts: Texts): StepPart => ({
  heading: texts.notPossible,
  form: [],
  ways: [{ way: 'sign-in', label: texts.signIn }],
});

/** Without an application there is neither a sign-in nor a way back to it: the person can only begin again. */
function offered(view: View, ways: readonly Way[], texts: Texts): readonly Way[] {
  if (!view.isStandalone) return [...ways, { way: 'cancel', label: texts.cancel }];
  const isFirst = view.refused ? view.refused === 'sign-up-closed' : view.step === 'identify';
  const again = isFirst ? [] : [{ way: view.purpose, label: texts.beginAgain }];
  return ways.flatMap((one) => (one.way === 'sign-in' ? again : [one]));
}
