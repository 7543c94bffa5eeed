import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { passwordField, submit, usernameOfPassword } from './field.ts';

/** The password of an account whose address was not verified before. */
export const passwordStep = (page: Page, texts: Texts): StepPart => ({
  heading: texts.confirmPassword,
  lead: page.isSignedIn ? texts.confirmPasswordSignedIn : texts.confirmPasswordWhy,
  form: [usernameOfPassword(page), passwordField(page, texts, { isFirst: true }), submit(texts.signIn)],
  ways: [{ way: 'sign-in', label: texts.backToSignIn }],
});
