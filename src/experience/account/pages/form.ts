import { type Markup, markup } from '../../../http/markup.ts';

/** A field of an action. */
export interface FormField {
  name: string;
  label: string;
  kind: 'text' | 'email' | 'url' | 'new-password' | 'select' | 'check' | 'picture';
  value?: string;
  /** HTML Living Standard, "autofill detail tokens". */
  autocomplete?: string;
  maxLength?: number;
  isRequired?: boolean;
  hint?: string;
  /** Values and labels of a selection. */
  options?: readonly (readonly [value: string, label: string])[];
}

/** What was sent, and what is wrong with it. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  /** Why the whole is refused. */
  problem?: string | undefined;
  /** What is wrong with a field, by its name. */
  problems: Readonly<Record<string, string>>;
}

export const freshForm: FormState = { values: {}, problems: {} };

/** Whether the value of a field is never sent back. */
export const isSecret = ({ kind }: FormField): boolean => kind === 'new-password' || kind === 'picture';

interface Form {
  action: string;
  fields: readonly FormField[];
  state: FormState;
  /** Values that the form sends besides. */
  hidden: Readonly<Record<string, string>>;
  button: string;
  isDangerous: boolean;
  /** Id of the text with the consequences. */
  describedBy?: string;
  /** The hidden owner of a new password, for password managers. */
  username?: string;
}

/** A form that works without a script. */
export function form({ action, fields, state, hidden, button, isDangerous, describedBy, username }: Form): Markup {
  const isUpload = fields.some(({ kind }) => kind === 'picture');
  const owner = fields.some(({ kind }) => kind === 'new-password') && username;
  return markup`<form method="post" action="${action}" ${isUpload ? markup`enctype="multipart/form-data"` : ''}>
${problemSummary(state)}${Object.entries(hidden).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}${
  owner ? markup`<input type="hidden" value="${owner}" autocomplete="username">\n` : ''
}${fields.map((field) => draw(field, state))}<button ${isDangerous ? markup`class="danger"` : ''} ${describedBy ? markup`aria-describedby="${describedBy}"` : ''}>${button}</button>
</form>`;
}

function problemSummary({ problem, problems }: FormState): Markup | '' {
  const text = problem ?? Object.values(problems)[0];
  return text === undefined
    ? ''
    : markup`<div class="error" id="error" role="alert" tabindex="-1" autofocus>${text}</div>\n`;
}

function draw(field: FormField, state: FormState): Markup {
  const { name, label, kind, hint } = field;
  const problem = state.problems[name];
  // A box that was not checked is not sent.
  const isSent = Object.keys(state.values).length > 0;
  const value = (isSent ? state.values[name] : field.value) ?? '';
  const described = [problem !== undefined && `${name}-problem`, hint !== undefined && `${name}-hint`].filter(Boolean);
  const common = markup`id="${name}" name="${name}" ${described.length ? markup`aria-describedby="${described.join(' ')}"` : ''} ${
    problem === undefined ? '' : markup`aria-invalid="true"`
  } ${field.isRequired ? markup`required` : ''}`;
  if (kind === 'check')
    return markup`<label class="check"><input type="checkbox" value="true" ${common} ${value === 'true' ? markup`checked` : ''}><span>${label}</span></label>\n`;
  return markup`<label for="${name}">${label}</label>
${control(field, value, common)}
${hint === undefined ? '' : markup`<p class="hint" id="${name}-hint">${hint}</p>\n`}${
  problem === undefined ? '' : markup`<p class="hint problem" id="${name}-problem">${problem}</p>\n`
}`;
}

const types = { text: 'text', email: 'email', url: 'url', 'new-password': 'password', picture: 'file' } as const;

function control(field: FormField, value: string, common: Markup): Markup {
  const { kind, autocomplete = 'off', maxLength, options = [] } = field;
  if (kind === 'select')
    return markup`<select ${common}>${options.map(
      ([option, label]) =>
        markup`<option value="${option}" ${option === value ? markup`selected` : ''}>${label}</option>`,
    )}</select>`;
  if (kind === 'picture')
    return markup`<input type="file" accept="image/png,image/jpeg,image/webp" data-picture ${common}>`;
  const type = types[kind as keyof typeof types];
  return markup`<input type="${type}" value="${isSecret(field) ? '' : value}" autocomplete="${kind === 'new-password' ? 'new-password' : autocomplete}" ${
    maxLength === undefined ? '' : markup`maxlength="${maxLength}"`
  } ${common}>`;
}
