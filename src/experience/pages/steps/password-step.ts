import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { passwordField, submit, usernameOfPassword } from './field.ts';

/** The password of an account whose address was not verified before. */
export const passwordStep = (view: View, texts: Texts): StepPart => ({
  heading: texts.confirmPassword,
  lead: view.isSignedIn ? texts.confirmPasswordSignedIn : texts.confirmPasswordWhy,
  form: [usernameOfPassword(view), passwordField(view, texts, true), submit(texts.signIn)],
  ways: [{ way: 'sign-in', label: texts.backToSignIn }],
});
