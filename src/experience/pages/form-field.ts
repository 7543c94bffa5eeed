import { type Markup, markup } from '../../http/markup.ts';
import type { Texts } from '../texts/index.ts';

/** A field of a form. */
export interface FormField {
  name: string;
  label: Markup | string;
  type: 'text' | 'email' | 'tel' | 'url' | 'password' | 'file' | 'select' | 'checkbox';
  /** Of a checkbox: what is sent if it is checked. */
  value?: string;
  isChecked?: boolean;
  /** HTML Living Standard, "autofill detail tokens". */
  autocomplete?: string;
  maxLength?: number;
  isRequired?: boolean;
  /** An identifier or a code, in which nothing is corrected while it is typed. */
  isExact?: boolean;
  isReadOnly?: boolean;
  hint?: string;
  /** The least number of characters, and what is announced when it is reached. */
  rule?: { least: number; met: string };
  inputMode?: 'numeric' | 'email' | 'tel' | undefined;
  /** A button beside the label. */
  beside?: Markup;
  /** Of a code of six digits: the sentence that it sends itself, if it does (src/experience/script.js). */
  code?: { sendsItself: string | undefined };
  /** Of a password: the texts of the button that shows and hides it. */
  secret?: Texts['secret'];
  /** Values and labels of a selection. */
  options?: readonly (readonly [value: string, label: string])[];
}

/** The state of a field that is shown again. */
interface FieldState {
  /** Id of the sentence on what is wrong with it. */
  problemId?: string | undefined;
  hasFocus?: boolean;
}

/** A field with its label, tied to its hint and its problem. */
export function drawField(field: FormField, shown: FieldState = {}): Markup {
  const { name, label, type, hint, rule, beside } = field;
  if (type === 'checkbox')
    return markup`<label class="check">${checkbox(field, shown)}
<span>${label}</span></label>`;
  const labelElement = markup`<label for="${name}">${label}</label>`;
  return markup`${beside ? markup`<div class="labels">${labelElement}${beside}</div>` : labelElement}
${around(field, control(field, shown))}
${hint ? markup`<p class="hint" id="${name}-hint" ${rule ? ruleMarks(name, rule) : ''}>${hint}</p>` : ''}
${rule ? markup`<p class="unseen" role="status"></p>` : ''}`;
}

/**
 * The problem, once: before the field that it is about, which then has the focus and refers to it, else before the
 * form, with the focus.
 */
export const problemBox = (sentence: Markup | string, { id = 'error', hasFocus = false } = {}): Markup =>
  markup`<div class="error" id="${id}" role="alert" tabindex="-1" ${hasFocus ? markup`autofocus` : ''}>${sentence}</div>\n`;

const checkbox = ({ value = '', isChecked, ...field }: FormField, shown: FieldState): Markup =>
  markup`<input type="checkbox" value="${value}" ${marks(field, shown)} ${isChecked ? markup`checked` : ''}>`;

function control(field: FormField, shown: FieldState): Markup {
  const {
    type,
    value = '',
    autocomplete = 'off',
    maxLength,
    inputMode,
    isExact,
    isReadOnly,
    code,
    options = [],
  } = field;
  if (type === 'select')
    return markup`<select ${marks(field, shown)}>${options.map(
      ([option, text]) =>
        markup`<option value="${option}" ${option === value ? markup`selected` : ''}>${text}</option>`,
    )}</select>`;
  if (type === 'file')
    return markup`<input type="file" accept="image/png,image/jpeg,image/webp" data-picture ${marks(field, shown)}>`;
  return markup`<input ${marks(field, shown)} type="${type}" value="${value}" autocomplete="${autocomplete}" ${
    maxLength === undefined ? '' : markup`maxlength="${String(maxLength)}"`
  } ${isExact ? markup`autocapitalize="none" autocorrect="off" spellcheck="false"` : ''} ${
    inputMode ? markup`inputmode="${inputMode}"` : ''
  } ${isReadOnly ? markup`readonly` : ''} ${code ? codeMarks(code) : ''}>`;
}

/** The attributes of every control. */
function marks({ name, hint, isRequired }: Omit<FormField, 'value'>, { problemId, hasFocus }: FieldState): Markup {
  const described = [problemId, hint && `${name}-hint`].filter(Boolean).join(' ');
  return markup`id="${name}" name="${name}" ${isRequired ? markup`required` : ''} ${
    described ? markup`aria-describedby="${described}"` : ''
  } ${problemId === undefined ? '' : markup`aria-invalid="true"`} ${hasFocus ? markup`autofocus` : ''}`;
}

function around({ name, secret, code }: FormField, input: Markup): Markup {
  if (secret) return markup`<div class="secret">${input}${showButton(name, secret)}</div>`;
  return code ? markup`<div class="digits" dir="ltr"><span>${input}</span></div>` : input;
}

/** Its text and its name change when it is pressed (src/experience/script.js). */
const showButton = (name: string, { show, hide }: Texts['secret']): Markup =>
  markup`<button type="button" data-show="${name}" data-other="${hide.text}" data-other-name="${hide.name}" aria-label="${show.name}" hidden>${show.text}</button>`;

const ruleMarks = (name: string, { least, met }: NonNullable<FormField['rule']>): Markup =>
  markup`data-rule="${name}" data-least="${String(least)}" data-met="${met}"`;

const codeMarks = ({ sendsItself }: NonNullable<FormField['code']>): Markup =>
  markup`data-code ${sendsItself === undefined ? '' : markup`data-sends="${sendsItself}"`}`;

/** Characters of a password. */
export const maxPassword = 256;

/** A new password, with its rule, which the script compares while it is typed. */
export const newPassword = (minimum: number, texts: Texts) =>
  ({
    name: 'password',
    label: texts.newPassword,
    type: 'password',
    secret: texts.secret,
    autocomplete: 'new-password',
    maxLength: maxPassword,
    hint: texts.passwordHint(minimum),
    rule: { least: minimum, met: texts.longEnough },
    isRequired: true,
  }) satisfies FormField;
