import { mayBeginSignUp } from '../../../domain/flow/decide.ts';
import { markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import { canReceive, type Entry } from '../../flow/entry.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { besideLabel, field, filledPassword, passwordField, submit, wayButton } from './field.ts';
import { passkeyButton } from './passkey-button.ts';
import { providerButtons } from './provider-buttons.ts';
import type { FormPart, StepPart } from './step-part.ts';

/** The first page of a sign-in: the identifier, then a way to sign in, with the other ways. */
export function signInStep(page: Page, texts: Texts, details: StepDetails): StepPart {
  const [before, name, after] = texts.continueWith(page.applicationName);
  return {
    heading: texts.signIn,
    lead: page.hasNewPassword ? texts.passwordSet : markup`${before}<strong>${name}</strong>${after}`,
    form: entries[page.entry](page, texts, details),
    ways: signUpWay(page, texts),
  };
}

const entries: Record<Entry, (page: Page, texts: Texts, details: StepDetails) => FormPart[]> = {
  identifier: (page, texts, details) => [
    field(page, { ...identifierField(page, texts), autocomplete: 'username webauthn', isFirst: true }),
    filledPassword(texts),
    submit(texts.confirm),
    ...signInPasskey(details, texts, { kind: 'autofill', isQuiet: true }),
    ...providerButtons(page, texts),
  ],
  password: (page, texts, details) => [
    chosenIdentifier(page, texts),
    passwordField(page, texts, { isFirst: true, ...resetWay(page, texts) }),
    submit(texts.signIn),
    ...codeWay(page, texts, {}),
    ...signInPasskey(details, texts, { kind: 'get', isQuiet: true }),
  ],
  code: (page, texts, details) => [
    chosenIdentifier(page, texts),
    ...codeWay(page, texts, { isMain: true }),
    passwordWay(texts),
    ...signInPasskey(details, texts, { kind: 'get', isQuiet: true }),
  ],
  passkey: (page, texts, details) => [
    chosenIdentifier(page, texts),
    { markup: markup`<p data-no-passkey>${texts.passkeyUnsupported}</p>` },
    ...signInPasskey(details, texts, { kind: 'get' }),
    passwordWay(texts),
    ...codeWay(page, texts, {}),
  ],
};

const identifierField = ({ addresses, identifier }: Page, texts: Texts) => ({
  name: 'identifier',
  label: addresses.includes('phone') ? texts.emailPhoneOrUsername : texts.emailOrUsername,
  value: identifier,
  maxLength: 512,
  isExact: true,
});

/** The identifier that was typed, also for password managers. */
const chosenIdentifier = (page: Page, texts: Texts): FormPart =>
  field(page, {
    ...identifierField(page, texts),
    autocomplete: 'username',
    isReadOnly: true,
    beside: besideLabel({ way: 'identify', label: texts.change }),
  });

const resetWay = ({ canReset }: Page, texts: Texts) =>
  canReset ? { beside: besideLabel({ way: 'reset', label: texts.forgotten }) } : {};

const passwordWay = (texts: Texts): FormPart => wayButton({ way: 'password', label: texts.usePassword });

function codeWay({ addresses, identifier }: Page, texts: Texts, { isMain = false }): readonly FormPart[] {
  const [kind] = addresses;
  if (!kind || !canReceive(addresses, identifier)) return [];
  const labels = { email: texts.sendCode, phone: texts.sendSms };
  return [
    wayButton({ way: `${kind}-code`, label: addresses.length > 1 ? texts.sendCodeAnywhere : labels[kind], isMain }),
  ];
}

export const signInPasskey = (
  { passkey: options }: StepDetails,
  texts: Texts,
  { kind, isQuiet = false }: { kind: 'autofill' | 'get'; isQuiet?: boolean },
): readonly FormPart[] => passkeyButton(texts, { options, kind, label: texts.signInWithPasskey, isQuiet });

export const signUpWay = ({ policy, canSignUp, flow }: Page, texts: Texts): StepPart['ways'] =>
  mayBeginSignUp(policy, flow.inputs) && canSignUp
    ? [{ way: 'sign-up', question: texts.noAccount, label: texts.signUpHere }]
    : [];
