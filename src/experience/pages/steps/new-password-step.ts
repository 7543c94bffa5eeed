import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { StepPart } from './step-part.ts';
import { submit, usernameOfPassword } from './field.ts';
import { newPasswordField } from './fields-step.ts';

/** The new password of a reset, or that an administrator requires. */
export const newPasswordStep = (page: Page, texts: Texts): StepPart => ({
  heading: texts.setPassword,
  lead: page.purpose === 'sign-in' ? texts.newPasswordRequired : texts.setPasswordWhy,
  form: [usernameOfPassword(page), newPasswordField(page, texts, true), submit(texts.setPassword)],
  keepsFields: true,
  ways: [{ way: 'sign-in', label: texts.backToSignIn }],
});
