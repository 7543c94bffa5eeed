import { hasIdentity } from '../../flow/entry.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { accountToProve } from './upstream-step.ts';
import { passwordField, submit, usernameOfPassword } from './field.ts';

/** The password of an account whose address was not verified before. */
export const passwordStep = (page: Page, texts: Texts): StepPart => ({
  ...(hasIdentity(page.flow) ? accountToProve(page, texts) : confirmation(page, texts)),
  form: [usernameOfPassword(page), passwordField(page, texts, { isFirst: true }), submit(texts.signIn)],
  ways: [...otherProofs(page, texts), { way: 'sign-in', label: texts.backToSignIn }],
});

const confirmation = ({ isSignedIn }: Page, texts: Texts) => ({
  heading: texts.confirmPassword,
  lead: isSignedIn ? texts.confirmPasswordSignedIn : texts.confirmPasswordWhy,
});

/** The ways to prove the account instead. */
const otherProofs = ({ ways }: Page, texts: Texts): StepPart['ways'] =>
  ways.map((way) => ({ way, label: way === 'identify' ? texts.sendCode : (texts.ways[way] ?? way) }));
