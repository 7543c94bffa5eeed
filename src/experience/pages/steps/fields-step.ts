import { markup } from '../../../http/markup.ts';
import type { SignUpField } from '../../../domain/flow/facts.ts';
import type { View } from '../../flow/view.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { field, isInvalid, submit } from './field.ts';

/** What a new account needs besides its address. */
export const fieldsStep = (view: View, texts: Texts): StepPart => ({
  ...(view.fields.includes('username') && !view.identifier
    ? { heading: texts.signUp }
    : { heading: texts.almostDone, lead: texts.fieldsWhy }),
  form: [...view.fields.map((name) => fields[name](view, texts)), submit(texts.createAccount)],
  ways: [{ way: 'sign-in', label: texts.haveAccount }],
});

const fields: Record<SignUpField, (view: View, texts: Texts) => FormPart> = {
  username: (view, texts) =>
    field(view, {
      name: 'username',
      label: texts.username,
      value: view.values['username'] ?? '',
      autocomplete: 'username',
      maxLength: 128,
      isFirst: true,
    }),
  name: (view, texts) =>
    field(view, {
      name: 'name',
      label: texts.name,
      value: view.values['name'] ?? '',
      autocomplete: 'name',
      maxLength: 128,
    }),
  password: (view, texts) => newPasswordField(view, texts, !view.fields.includes('username')),
  terms: (view, texts) => {
    const [before, terms, after] = texts.terms;
    const address = view.policy.signUp.terms ?? '';
    const box = markup`<label class="check"><input type="checkbox" name="terms" value="accepted" required
 ${view.values['terms'] === 'accepted' ? markup`checked` : ''} ${isInvalid(view, 'terms') ? markup`aria-describedby="error" aria-invalid="true"` : ''}>
<span>${before}<a href="${address}" target="_blank" rel="noopener">${terms}</a>${after}</span></label>`;
    return { markup: box, fields: { terms: { const: 'accepted', description: address } }, required: ['terms'] };
  },
};

export const newPasswordField = (view: View, texts: Texts, isFirst: boolean): FormPart =>
  field(view, {
    name: 'password',
    label: texts.newPassword,
    type: 'password',
    secret: texts.secret,
    autocomplete: 'new-password',
    maxLength: 256,
    hint: texts.passwordHint(view.policy.password.minimum),
    isFirst,
    schema: { minLength: view.policy.password.minimum },
  });
