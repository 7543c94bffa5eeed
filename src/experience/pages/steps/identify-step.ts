import { markup } from '../../../http/markup.ts';
import type { StepDetails } from '../../flow/details.ts';
import { hasEntries, hasIdentity } from '../../flow/entry.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart, Way } from './step-part.ts';
import { field, submit } from './field.ts';
import { accountToProve } from './upstream-step.ts';
import { providerButtons } from './provider-buttons.ts';
import { signInPasskey, signInStep, signUpWay } from './sign-in-step.ts';

/** The identifier of the person, or an address to which a code is sent. */
export function identifyStep(page: Page, texts: Texts, details: StepDetails): StepPart {
  if (page.purpose === 'sign-up') {
    const lead = page.addresses.includes('email') ? texts.signUpWhy : texts.signUpPhoneWhy;
    const step = addressStep(page, texts, { heading: texts.signUp, lead });
    return { ...step, form: [...step.form, ...providerButtons(page, texts)] };
  }
  if (page.purpose === 'reset') return addressStep(page, texts, { heading: texts.reset, lead: texts.resetWhy });
  if (page.purpose === 'link-email')
    return addressStep(page, texts, { heading: texts.linkEmail, lead: texts.signUpWhy });
  if (page.purpose === 'link-phone')
    return addressStep(page, texts, { heading: texts.linkPhone, lead: texts.signUpPhoneWhy });
  if (page.flow.account && hasIdentity(page.flow)) return addressStep(page, texts, accountToProve(page, texts));
  return hasEntries(page) ? signInStep(page, texts, details) : withoutPassword(page, texts, details);
}

function withoutPassword(page: Page, texts: Texts, details: StepDetails): StepPart {
  if (!page.addresses.length)
    return {
      heading: texts.signIn,
      lead: texts.passkeyOnlyWhy,
      form: [
        { markup: markup`<p data-no-passkey>${texts.passkeyNeeded}</p>` },
        ...signInPasskey(details, texts, { kind: 'autofill' }),
        ...providerButtons(page, texts),
      ],
      ways: waysOf(page, texts),
    };
  const step = addressStep(page, texts, { heading: texts.signIn, lead: texts.codeWhy });
  const others = [
    ...signInPasskey(details, texts, { kind: 'autofill', isQuiet: true }),
    ...providerButtons(page, texts),
  ];
  return { ...step, form: [...step.form, ...others] };
}

/** An address to which a code is sent. */
function addressStep(
  page: Page,
  texts: Texts,
  { heading, lead }: Required<Pick<StepPart, 'heading' | 'lead'>>,
): StepPart {
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
  const options = { type: kind, value, autocomplete, maxLength: 254, inputMode, isExact: true, isFirst: true } as const;
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

const waysOf = (page: Page, texts: Texts): StepPart['ways'] =>
  page.purpose === 'sign-in' ? signUpWay(page, texts) : [signInWay(page, texts)];

const signInWay = ({ purpose }: Page, texts: Texts): Way =>
  purpose === 'reset'
    ? { way: 'sign-in', label: texts.backToSignIn }
    : { way: 'sign-in', question: texts.haveAccount, label: texts.signIn };
