import { markup } from '../../../http/markup.ts';
import type { SignUpField } from '../../../domain/flow/facts.ts';
import type { Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, StepPart } from './step-part.ts';
import { drawField, newPassword } from '../form-field.ts';
import { field, isInvalid, submit, usernameOfPassword } from './field.ts';

/** The fields that a new account needs besides its address. */
export const fieldsStep = (page: Page, texts: Texts): StepPart => ({
  ...(page.fields.includes('username') && !page.identifier
    ? { heading: texts.signUp }
    : { heading: texts.almostDone, lead: texts.fieldsWhy }),
  form: [
    ...(needsOwner(page) ? [usernameOfPassword(page)] : []),
    ...order.filter((name) => page.fields.includes(name)).map((name, index) => fields[name](page, texts, index === 0)),
    submit(texts.createAccount),
  ],
  keepsFields: page.fields.includes('password'),
  ways: [{ way: 'sign-in', question: texts.haveAccount, label: texts.signIn }],
});

/** Whether no field shows whose password it is. */
const needsOwner = ({ identifier, fields: names }: Page): boolean =>
  identifier !== '' && names.includes('password') && !names.includes('username');

/** The order in which people expect them, whatever that of the policy. */
const order: readonly SignUpField[] = ['username', 'name', 'password', 'terms'];

const fields: Record<SignUpField, (page: Page, texts: Texts, isFirst: boolean) => FormPart> = {
  username: (page, texts, isFirst) =>
    field(page, {
      name: 'username',
      label: texts.username,
      value: page.values['username'] ?? '',
      autocomplete: 'username',
      maxLength: 128,
      isExact: true,
      isFirst,
    }),
  name: (page, texts, isFirst) =>
    field(page, {
      name: 'name',
      label: texts.name,
      value: page.values['name'] ?? '',
      autocomplete: 'name',
      maxLength: 128,
      isFirst,
    }),
  password: newPasswordField,
  terms: (page, texts) => {
    const [before, terms, after] = texts.terms;
    const address = page.policy.signUp.terms ?? '';
    const label = markup`${before}<a href="${address}" target="_blank" rel="noopener">${terms}</a>${after}`;
    const isChecked = page.values['terms'] === 'accepted';
    const isWrong = isInvalid(page, 'terms');
    return {
      markup: drawField(
        { name: 'terms', label, type: 'checkbox', value: 'accepted', isChecked, isRequired: true },
        { problemId: isWrong ? 'error' : undefined, hasFocus: isWrong },
      ),
      fields: { terms: { const: 'accepted', description: address } },
      required: ['terms'],
      isWrong,
    };
  },
};

export function newPasswordField(page: Page, texts: Texts, isFirst: boolean): FormPart {
  const { minimum } = page.policy.password;
  return field(page, { ...newPassword(minimum, texts), isFirst, schema: { minLength: minimum } });
}
