import { mayBeginSignUp } from '../../../domain/flow/decide.ts';
import { markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { field, passwordField, submit, wayButton } from './field.ts';
import { passkeyButton } from './passkey-button.ts';

/** The identifier of the person: with the password, or an address to which a code is sent. */
export function identifyStep(page: Page, texts: Texts, details: StepDetails): StepPart {
  if (page.purpose === 'sign-up') {
    const lead = page.addresses.includes('email') ? texts.signUpWhy : texts.signUpPhoneWhy;
    return addressStep(page, texts, { heading: texts.signUp, lead });
  }
  if (page.purpose === 'reset') return addressStep(page, texts, { heading: texts.reset, lead: texts.resetWhy });
  if (page.purpose === 'link-email')
    return addressStep(page, texts, { heading: texts.linkEmail, lead: texts.signUpWhy });
  if (page.purpose === 'link-phone')
    return addressStep(page, texts, { heading: texts.linkPhone, lead: texts.signUpPhoneWhy });
  return page.policy.first.includes('password')
    ? withPassword(page, texts, details)
    : withoutPassword(page, texts, details);
}

const passkey = ({ passkey: options }: StepDetails, texts: Texts, isQuiet: boolean): readonly FormPart[] =>
  passkeyButton(texts, { options, kind: 'autofill', label: texts.signInWithPasskey, isQuiet });

function withoutPassword(page: Page, texts: Texts, details: StepDetails): StepPart {
  if (!page.addresses.length)
    return {
      heading: texts.signIn,
      lead: texts.passkeyOnlyWhy,
      form: [{ markup: markup`<p data-no-passkey>${texts.passkeyNeeded}</p>` }, ...passkey(details, texts, false)],
      ways: waysOf(page, texts),
    };
  const step = addressStep(page, texts, { heading: texts.signIn, lead: texts.codeWhy });
  return { ...step, form: [...step.form, ...passkey(details, texts, true)] };
}

function withPassword(page: Page, texts: Texts, details: StepDetails): StepPart {
  const { identifier, applicationName, hasNewPassword } = page;
  const [before, name, after] = texts.continueWith(applicationName);
  return {
    heading: texts.signIn,
    lead: hasNewPassword ? texts.passwordSet : markup`${before}<strong>${name}</strong>${after}`,
    form: [
      field(page, {
        name: 'identifier',
        label: page.addresses.includes('phone') ? texts.emailPhoneOrUsername : texts.emailOrUsername,
        value: identifier,
        autocomplete: 'username webauthn',
        maxLength: 512,
        isFirst: !identifier,
      }),
      passwordField(page, texts, Boolean(identifier)),
      submit(texts.signIn),
      ...page.addresses.slice(0, 1).map((kind) => wayButton({ way: `${kind}-code`, label: sendLabel(page, texts) })),
      ...passkey(details, texts, true),
    ],
    ways: waysOf(page, texts),
  };
}

const sendLabel = ({ addresses }: Page, texts: Texts): string => {
  if (addresses.length > 1) return texts.sendCodeAnywhere;
  return addresses[0] === 'phone' ? texts.sendSms : texts.sendCode;
};

/** An address to which a code is sent. */
function addressStep(page: Page, texts: Texts, { heading, lead }: { heading: string; lead: string }): StepPart {
  const { addresses, identifier, purpose } = page;
  const [hasPhone, hasEmail] = [addresses.includes('phone'), addresses.includes('email')];
  const isOnlyPhone = hasPhone && !hasEmail;
  // A value that was typed here stays; a username of the sign-in does not fit.
  const value = page.problem || identifier.includes('@') !== isOnlyPhone ? identifier : '';
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
      field(page, { name: 'identifier', label, ...options }),
      submit(purpose === 'reset' ? texts.sendResetCode : texts.confirm),
    ],
    ways: waysOf(page, texts),
  };
}

function waysOf({ purpose, policy, canSignUp, canReset, flow }: Page, texts: Texts): StepPart['ways'] {
  if (purpose !== 'sign-in')
    return [{ way: 'sign-in', label: purpose === 'reset' ? texts.backToSignIn : texts.haveAccount }];
  const isSignUpOpen = mayBeginSignUp(policy, flow.inputs) && canSignUp;
  return [
    ...(canReset && policy.first.includes('password') ? [{ way: 'reset', label: texts.forgotten }] : []),
    ...(isSignUpOpen ? [{ way: 'sign-up', label: texts.createAccount }] : []),
  ];
}
