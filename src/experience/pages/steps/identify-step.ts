import { mayBeginSignUp } from '../../../domain/flow/decide.ts';
import { type Markup, markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { field, submit } from './field.ts';
import { passkeyButton } from './passkey-button.ts';

/** Who the person is: with the password, or an address to which a code is sent. */
export function identifyStep(view: View, texts: Texts, details: StepDetails): StepPart {
  if (view.purpose === 'sign-up') return addressStep(view, texts, { heading: texts.signUp, lead: texts.signUpWhy });
  if (view.purpose === 'reset') return addressStep(view, texts, { heading: texts.reset, lead: texts.resetWhy });
  return view.policy.first.includes('password')
    ? withPassword(view, texts, details)
    : withoutPassword(view, texts, details);
}

const passkey = ({ passkey: options }: StepDetails, texts: Texts, isQuiet: boolean): Markup =>
  passkeyButton(texts, { options, kind: 'autofill', label: texts.signInWithPasskey, isQuiet });

function withoutPassword(view: View, texts: Texts, details: StepDetails): StepPart {
  if (!view.policy.first.includes('email-code'))
    return {
      heading: texts.signIn,
      lead: texts.passkeyWhy,
      form: passkey(details, texts, false),
      ways: waysOf(view, texts),
    };
  const step = addressStep(view, texts, { heading: texts.signIn, lead: texts.codeWhy });
  return { ...step, form: markup`${step.form}\n${passkey(details, texts, true)}` };
}

function withPassword(view: View, texts: Texts, details: StepDetails): StepPart {
  const { identifier, policy, applicationName, hasNewPassword } = view;
  const [before, name, after] = texts.continueWith(applicationName);
  return {
    heading: texts.signIn,
    lead: hasNewPassword ? texts.passwordSet : markup`${before}<strong>${name}</strong>${after}`,
    form: markup`${field(view, {
      name: 'identifier',
      label: texts.emailOrUsername,
      value: identifier,
      autocomplete: 'username webauthn',
      maxLength: 512,
      isFirst: !identifier,
    })}
${field(view, {
  name: 'password',
  label: texts.password,
  type: 'password',
  show: texts.showPassword,
  autocomplete: 'current-password',
  maxLength: 256,
  isFirst: Boolean(identifier),
})}
${submit(texts.signIn)}
${
  view.canSendMail && policy.first.includes('email-code')
    ? markup`<button name="way" value="email-code" class="quiet" formnovalidate>${texts.sendCode}</button>`
    : ''
}
${passkey(details, texts, true)}`,
    ways: waysOf(view, texts),
  };
}

/** An address to which a code is sent. */
function addressStep(view: View, texts: Texts, { heading, lead }: { heading: string; lead: string }): StepPart {
  const value = view.identifier.includes('@') ? view.identifier : '';
  const autocomplete = view.purpose === 'sign-in' ? 'username webauthn' : 'username';
  const options = { value, autocomplete, maxLength: 254, inputMode: 'email', isFirst: true } as const;
  return {
    heading,
    lead,
    form: markup`${field(view, { name: 'identifier', label: texts.email, type: 'email', ...options })}
${submit(view.purpose === 'reset' ? texts.sendResetCode : texts.confirm)}`,
    ways: waysOf(view, texts),
  };
}

function waysOf({ purpose, policy, canSendMail, flow }: View, texts: Texts): StepPart['ways'] {
  if (purpose !== 'sign-in') return [{ way: 'sign-in', label: texts.haveAccount }];
  const canSignUp = mayBeginSignUp(policy, flow.inputs) && (canSendMail || !policy.signUp.verifies.length);
  return [
    ...(canSendMail && policy.first.includes('password') ? [{ way: 'reset', label: texts.forgotten }] : []),
    ...(canSignUp ? [{ way: 'sign-up', label: texts.createAccount }] : []),
  ];
}
