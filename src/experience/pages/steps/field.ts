import { type Markup, markup } from '../../../http/markup.ts';
import type { Problem, Page } from '../../flow/page.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart, Way } from './step-part.ts';

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  value?: string;
  /** HTML Living Standard, "autofill detail tokens". */
  autocomplete: string;
  maxLength: number;
  hint?: string;
  /** The least number of characters, and what is announced when it is reached. */
  rule?: { least: number; met: string };
  inputMode?: 'numeric' | 'email' | 'tel' | undefined;
  /** A button beside the label. */
  beside?: FormPart;
  isReadOnly?: boolean;
  /** Of a code of six digits: the sentence that it sends itself, if it does (src/experience/script.js). */
  code?: { sendsItself: string | undefined };
  /** True if the field has the focus, unless there is an error. */
  isFirst?: boolean;
  /** Of a password: the texts of the button that shows and hides it. */
  secret?: Texts['secret'];
  /** Further members of its JSON Schema. */
  schema?: object;
}

/** Characters of a password. */
export const maxPassword = 256;

/** Formats of JSON Schema of these types of fields. */
const formats: Partial<Record<string, string>> = { email: 'email', password: 'password' };

/** A field with its label, tied to its hint, and to the error of the page if that is about the field. */
export function field(page: Page, options: Field): FormPart {
  const { name, type = 'text', maxLength, schema } = options;
  const format = formats[type];
  return {
    ...options.beside,
    markup: draw(page, options),
    fields: { [name]: { type: 'string', maxLength, ...(format !== undefined && { format }), ...schema } },
    required: [name],
  };
}

function draw(page: Page, { name, label, type = 'text', ...options }: Field): Markup {
  const {
    value = '',
    autocomplete,
    maxLength,
    hint,
    inputMode,
    isFirst,
    isReadOnly,
    secret,
    beside,
    code,
    rule,
  } = options;
  const isWrong = isInvalid(page, name);
  const described = [isWrong && 'error', hint && `${name}-hint`].filter(Boolean).join(' ');
  const isText = type === 'text';
  const input = markup`<input id="${name}" name="${name}" type="${type}" value="${value}" required maxlength="${maxLength}"
 autocomplete="${autocomplete}" ${isText ? markup`autocapitalize="none" autocorrect="off" spellcheck="false"` : ''} ${
   inputMode ? markup`inputmode="${inputMode}"` : ''
 } ${described ? markup`aria-describedby="${described}"` : ''} ${
   isWrong ? markup`aria-invalid="true"` : ''
 } ${isReadOnly ? markup`readonly` : ''} ${code ? codeMarks(code) : ''} ${isFirst && !page.problem ? markup`autofocus` : ''}>`;
  const labelElement = markup`<label for="${name}">${label}</label>`;
  return markup`${beside ? markup`<div class="labels">${labelElement}${beside.markup}</div>` : labelElement}
${secret ? markup`<div class="secret">${input}${showButton(name, secret)}</div>` : code ? markup`<div class="digits" dir="ltr"><span>${input}</span></div>` : input}
${hint ? markup`<p class="hint" id="${name}-hint" ${rule ? ruleMarks(name, rule) : ''}>${hint}</p>` : ''}
${rule ? markup`<p class="unseen" role="status"></p>` : ''}`;
}

const ruleMarks = (name: string, { least, met }: NonNullable<Field['rule']>): Markup =>
  markup`data-rule="${name}" data-least="${String(least)}" data-met="${met}"`;

const codeMarks = ({ sendsItself }: NonNullable<Field['code']>): Markup =>
  markup`data-code ${sendsItself === undefined ? '' : markup`data-sends="${sendsItself}"`}`;

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

/** Its text and its name change when it is pressed (src/experience/script.js). */
const showButton = (name: string, { show, hide }: Texts['secret']): Markup =>
  markup`<button type="button" data-show="${name}" data-other="${hide.text}" data-other-name="${hide.name}" aria-label="${show.name}" hidden>${show.text}</button>`;

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
  'too-soon': [],
  'too-many-messages': [],
  'network-limited': [],
  locked: [],
  'locked-for-good': [],
};

/** True if the problem of a page is about this field. */
export const isInvalid = ({ problem }: Page, field: string): boolean =>
  problem !== undefined && fieldsOf[problem.name].includes(field);

/** The owner of the password, for password managers: no field of the answer. */
export const usernameOfPassword = ({ identifier }: Page): FormPart => ({
  markup: markup`<input type="hidden" name="username" value="${identifier}" autocomplete="username">`,
});

export const submit = (label: string): FormPart => ({
  markup: markup`<button name="answer" value="yes">${label}</button>`,
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
}

/** A button that chooses another way with what the fields contain, which need not be complete. */
export const wayButton = ({ way, label, isMain, staysOnPage }: WayButton): FormPart => ({
  markup: markup`<button name="way" value="${way}" ${isMain ? '' : markup`class="quiet"`} formnovalidate ${
    staysOnPage ? markup`data-stays` : ''
  }>${label}</button>`,
  way,
});
