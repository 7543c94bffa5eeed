import { mayBeginSignUp } from '../../../domain/flow/decide.ts';
import { markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { field, passwordField, submit, wayButton } from './field.ts';
import { passkeyButton } from './passkey-button.ts';

/** Who the person is: with the password, or an address to which a code is sent. */
export function identifyStep(view: View, texts: Texts, details: StepDetails): StepPart {
  if (view.purpose === 'sign-up') {
    const lead = view.addresses.includes('email') ? texts.signUpWhy : texts.signUpPhoneWhy;
    return addressStep(view, texts, { heading: texts.signUp, lead });
  }
  if (view.purpose === 'reset') return addressStep(view, texts, { heading: texts.reset, lead: texts.resetWhy });
  return view.policy.first.includes('password')
    ? withPassword(view, texts, details)
    : withoutPassword(view, texts, details);
}

const passkey = ({ passkey: options }: StepDetails, texts: Texts, isQuiet: boolean): readonly FormPart[] =>
  passkeyButton(texts, { options, kind: 'autofill', label: texts.signInWithPasskey, isQuiet });

function withoutPassword(view: View, texts: Texts, details: StepDetails): StepPart {
  if (!view.addresses.length)
    return {
      heading: texts.signIn,
      lead: texts.passkeyOnlyWhy,
      form: [{ markup: markup`<p data-no-passkey>${texts.passkeyNeeded}</p>` }, ...passkey(details, texts, false)],
      ways: waysOf(view, texts),
    };
  const step = addressStep(view, texts, { heading: texts.signIn, lead: texts.codeWhy });
  return { ...step, form: [...step.form, ...passkey(details, texts, true)] };
}

function withPassword(view: View, texts: Texts, details: StepDetails): StepPart {
  const { identifier, applicationName, hasNewPassword } = view;
  const [before, name, after] = texts.continueWith(applicationName);
  return {
    heading: texts.signIn,
    lead: hasNewPassword ? texts.passwordSet : markup`${before}<strong>${name}</strong>${after}`,
    form: [
      field(view, {
        name: 'identifier',
        label: view.addresses.includes('phone') ? texts.emailPhoneOrUsername : texts.emailOrUsername,
        value: identifier,
        autocomplete: 'username webauthn',
        maxLength: 512,
        isFirst: !identifier,
      }),
      passwordField(view, texts, Boolean(identifier)),
      submit(texts.signIn),
      ...view.addresses.slice(0, 1).map((kind) => wayButton({ way: `${kind}-code`, label: sendLabel(view, texts) })),
      ...passkey(details, texts, true),
    ],
    ways: waysOf(view, texts),
  };
}

const sendLabel = ({ addresses }: View, texts: Texts): string => {
  if (addresses.length > 1) return texts.sendCodeAnywhere;
  return addresses[0] === 'phone' ? texts.sendSms : texts.sendCode;
};

/** An address to which a code is sent. */
function addressStep(view: View, texts: Texts, { heading, lead }: { heading: string; lead: string }): StepPart {
  const { addresses, identifier, purpose } = view;
  const [hasPhone, hasEmail] = [addresses.includes('phone'), addresses.includes('email')];
  const isOnlyPhone = hasPhone && !hasEmail;
  // What was typed here stays; a username of the sign-in does not fit.
  const value = view.problem || identifier.includes('@') !== isOnlyPhone ? identifier : '';
  const webauthn = purpose === 'sign-in' ? ' webauthn' : '';
  const kind = hasPhone && hasEmail ? 'text' : isOnlyPhone ? 'tel' : 'email';
  const label = { text: texts.emailOrPhone, tel: texts.phone, email: texts.email }[kind];
  const autocomplete = isOnlyPhone ? 'tel' : `username${webauthn}`;
  const inputMode = kind === 'text' ? undefined : kind;
  const options = { type: kind, value, autocomplete, maxLength: 254, inputMode, isFirst: true } as const;
  return {
    heading,
    lead,
    form: [
      field(view, { name: 'identifier', label, ...options }),
      submit(purpose === 'reset' ? texts.sendResetCode : texts.confirm),
    ],
    ways: waysOf(view, texts),
  };
}

function waysOf({ purpose, policy, canSignUp, canReset, flow }: View, texts: Texts): StepPart['ways'] {
  if (purpose !== 'sign-in')
    return [{ way: 'sign-in', label: purpose === 'reset' ? texts.backToSignIn : texts.haveAccount }];
  const isSignUpOpen = mayBeginSignUp(policy, flow.inputs) && canSignUp;
  return [
    ...(canReset && policy.first.includes('password') ? [{ way: 'reset', label: texts.forgotten }] : []),
    ...(isSignUpOpen ? [{ way: 'sign-up', label: texts.createAccount }] : []),
  ];
}
