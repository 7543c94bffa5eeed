import { markup } from '../../../http/markup.ts';
import type { SignUpField } from '../../../domain/flow/facts.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { field, isInvalid, submit } from './field.ts';

/** The fields that a new account needs besides its address. */
export const fieldsStep = (page: Page, texts: Texts): StepPart => ({
  ...(page.fields.includes('username') && !page.identifier
    ? { heading: texts.signUp }
    : { heading: texts.almostDone, lead: texts.fieldsWhy }),
  form: [...page.fields.map((name) => fields[name](page, texts)), submit(texts.createAccount)],
  ways: [{ way: 'sign-in', question: texts.haveAccount, label: texts.signIn }],
});

const fields: Record<SignUpField, (page: Page, texts: Texts) => FormPart> = {
  username: (page, texts) =>
    field(page, {
      name: 'username',
      label: texts.username,
      value: page.values['username'] ?? '',
      autocomplete: 'username',
      maxLength: 128,
      isFirst: true,
    }),
  name: (page, texts) =>
    field(page, {
      name: 'name',
      label: texts.name,
      value: page.values['name'] ?? '',
      autocomplete: 'name',
      maxLength: 128,
    }),
  password: (page, texts) => newPasswordField(page, texts, !page.fields.includes('username')),
  terms: (page, texts) => {
    const [before, terms, after] = texts.terms;
    const address = page.policy.signUp.terms ?? '';
    const box = markup`<label class="check"><input type="checkbox" name="terms" value="accepted" required
 ${page.values['terms'] === 'accepted' ? markup`checked` : ''} ${isInvalid(page, 'terms') ? markup`aria-describedby="error" aria-invalid="true"` : ''}>
<span>${before}<a href="${address}" target="_blank" rel="noopener">${terms}</a>${after}</span></label>`;
    return { markup: box, fields: { terms: { const: 'accepted', description: address } }, required: ['terms'] };
  },
};

export const newPasswordField = (page: Page, texts: Texts, isFirst: boolean): FormPart =>
  field(page, {
    name: 'password',
    label: texts.newPassword,
    type: 'password',
    secret: texts.secret,
    autocomplete: 'new-password',
    maxLength: 256,
    hint: texts.passwordHint(page.policy.password.minimum),
    isFirst,
    schema: { minLength: page.policy.password.minimum },
  });
