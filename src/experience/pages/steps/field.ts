import { type Markup, markup } from '../../../http/markup.ts';
import type { View } from '../../flow/view.ts';

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  value?: string;
  /** HTML Living Standard, "autofill detail tokens". */
  autocomplete: string;
  maxLength: number;
  hint?: string;
  inputMode?: 'numeric' | 'email' | 'tel' | undefined;
  /** Whether the field has the focus, unless there is an error. */
  isFirst?: boolean;
  /** Of a password: the label of the button that shows it. */
  show?: string;
}

/** A field with its label, tied to its hint and to the error of the page. */
export function field(view: View, { name, label, type = 'text', ...options }: Field): Markup {
  const { value = '', autocomplete, maxLength, hint, inputMode, isFirst, show } = options;
  const described = [view.problem && 'error', hint && `${name}-hint`].filter(Boolean).join(' ');
  const isText = type === 'text';
  const input = markup`<input id="${name}" name="${name}" type="${type}" value="${value}" required maxlength="${maxLength}"
 autocomplete="${autocomplete}" ${isText ? markup`autocapitalize="none" autocorrect="off" spellcheck="false"` : ''} ${
   inputMode ? markup`inputmode="${inputMode}"` : ''
 } ${described ? markup`aria-describedby="${described}"` : ''} ${
   isInvalid(view) ? markup`aria-invalid="true"` : ''
 } ${isFirst && !view.problem ? markup`autofocus` : ''}>`;
  const button = show && markup`<button type="button" data-show="${name}" aria-pressed="false" hidden>${show}</button>`;
  return markup`<label for="${name}">${label}</label>
${button ? markup`<div class="secret">${input}${button}</div>` : input}
${hint ? markup`<p class="hint" id="${name}-hint">${hint}</p>` : ''}`;
}

/** Errors that no other input would avoid. */
const general = [
  'too-busy',
  'page-outdated',
  'too-soon',
  'too-many-messages',
  'network-limited',
  'locked',
  'locked-for-good',
];
const isInvalid = ({ problem }: View): boolean => problem !== undefined && !general.includes(problem.name);

export const submit = (label: string): Markup => markup`<button name="answer" value="yes">${label}</button>`;
