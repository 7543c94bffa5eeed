import { markup } from '../../../http/markup.ts';
import type { Problem, Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import { drawField, type FormField, maxPassword } from '../form-field.ts';
import type { FormPart, Way } from './step-part.ts';

interface Field extends Omit<FormField, 'type' | 'beside'> {
  type?: 'text' | 'email' | 'tel' | 'password';
  maxLength: number;
  /** A button beside the label. */
  beside?: FormPart;
  /** True if the field has the focus, unless there is an error. */
  isFirst?: boolean;
  /** Further members of its JSON Schema. */
  schema?: object;
}

/** Formats of JSON Schema of these types of fields. */
const formats: Partial<Record<string, string>> = { email: 'email', password: 'password' };

/** A field, tied to the error of the page if that is about the field. */
export function field(page: Page, { beside, isFirst = false, schema, type = 'text', ...options }: Field): FormPart {
  const { name, maxLength, isReadOnly } = options;
  const format = formats[type];
  const isWrong = isInvalid(page, name);
  const mayCorrect = isWrong && !isReadOnly;
  return {
    ...beside,
    markup: drawField(
      { ...options, type, isRequired: true, ...(beside && { beside: beside.markup }) },
      { problemId: isWrong ? 'error' : undefined, hasFocus: page.problem ? mayCorrect : isFirst },
    ),
    fields: { [name]: { type: 'string', maxLength, ...(format !== undefined && { format }), ...schema } },
    required: [name],
    ...(mayCorrect && { isWrong }),
  };
}

interface CodeField {
  label?: string;
  isFirst: boolean;
  /** True if the form has something else that a person may want to choose before. */
  waits?: boolean;
}

/** A code of six digits, drawn as such. */
export const codeField = (page: Page, texts: Texts, { label = texts.code, isFirst, waits }: CodeField): FormPart =>
  field(page, {
    name: 'code',
    label,
    code: { sendsItself: waits ? undefined : texts.codeSendsItself },
    autocomplete: 'one-time-code',
    maxLength: 20,
    inputMode: 'numeric',
    isExact: true,
    isFirst,
    schema: { pattern: '^[0-9]{6}$' },
  });

/** The password of an account. */
export const passwordField = (
  page: Page,
  { password: label, secret }: Texts,
  { isFirst, beside }: Pick<Field, 'isFirst' | 'beside'>,
): FormPart =>
  field(page, {
    ...(beside && { beside }),
    name: 'password',
    label,
    type: 'password',
    secret,
    autocomplete: 'current-password',
    maxLength: maxPassword,
    isFirst: isFirst ?? false,
  });

/** A password that a password manager fills in together with the identifier. People do not meet the field. */
export const filledPassword = ({ password: label }: Texts): FormPart => ({
  markup: markup`<input id="password" name="password" type="password" class="filled" maxlength="${maxPassword}"
 autocomplete="current-password" aria-label="${label}" tabindex="-1" aria-hidden="true">`,
  fields: { password: { type: 'string', maxLength: maxPassword, format: 'password' } },
});

/** The fields that another input would make right, of each problem. */
const fieldsOf: Record<Problem['name'], readonly string[]> = {
  'wrong-password': ['identifier', 'password'],
  'identifier-missing': ['identifier'],
  'wrong-code': ['code', 'backup-code'],
  'code-expired': ['code'],
  'email-invalid': ['identifier'],
  'phone-invalid': ['identifier'],
  'phone-refused': ['identifier'],
  'domain-refused': ['identifier'],
  'username-invalid': ['username'],
  'username-taken': ['username'],
  'name-invalid': ['name'],
  'password-short': ['password'],
  'password-long': ['password'],
  'password-unstorable': ['password'],
  'password-common': ['password'],
  'password-predictable': ['password'],
  'password-same': ['password'],
  'password-contextual': ['password'],
  'password-breached': ['password'],
  'terms-required': ['terms'],
  'wrong-passkey': [],
  'link-invalid': [],
  'too-busy': [],
  'page-outdated': [],
  'provider-failed': [],
  'too-soon': [],
  'too-many-messages': [],
  'network-limited': [],
  locked: [],
  'locked-for-good': [],
};

/** The fields among these that each problem is about; without the problems that are about none of them. */
export const wrongFieldsOf = (names: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(fieldsOf)
      .map(([problem, fields]) => [problem, fields.filter((name) => names.includes(name))] as const)
      .filter(([, fields]) => fields.length > 0),
  );

/** True if the problem of a page is about this field. */
export const isInvalid = ({ problem }: Page, field: string): boolean =>
  problem !== undefined && fieldsOf[problem.name].includes(field);

/** The owner of the password, for password managers: no field of the answer. */
export const usernameOfPassword = ({ identifier }: Page): FormPart => ({
  markup: markup`<input type="hidden" name="username" value="${identifier}" autocomplete="username">`,
});

/** The main button. One that presses itself needs the script; without it, the person does. */
export const submit = (label: string, { pressesItself = false } = {}): FormPart => ({
  markup: markup`<button name="answer" value="yes" ${pressesItself ? markup`data-presses-itself` : ''}>${label}</button>`,
});

/** A button beside the label of a field. It is of the form of the other ways, so Enter does not press it. */
export const besideLabel = ({ way, label }: Way): FormPart => ({
  markup: markup`<button form="ways" name="way" value="${way}" class="link">${label}</button>`,
  way,
});

interface WayButton extends Way {
  /** True for the main button of the form. */
  isMain?: boolean;
  /** True if the response is a file. */
  staysOnPage?: boolean;
  /** A hint at what is special about the button. */
  hint?: string;
}

/** A button that chooses another way with what the fields contain, which need not be complete. */
export const wayButton = ({ way, label, isMain, staysOnPage, hint }: WayButton): FormPart => ({
  markup: markup`<button name="way" value="${way}" ${isMain ? '' : markup`class="quiet"`} formnovalidate ${
    staysOnPage ? markup`data-stays` : ''
  }>${label}${hint === undefined ? '' : markup` <span class="hint">${hint}</span>`}</button>`,
  way,
});
