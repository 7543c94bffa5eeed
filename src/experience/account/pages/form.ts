import { type Markup, markup } from '../../../http/markup.ts';
import { drawField, type FormField, problemBox } from '../../pages/form-field.ts';

/** The values that were sent, and the problems with them. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  /** Why the whole is refused. */
  problem?: string | undefined;
  /** The problem with a field, by its name. */
  problems: Readonly<Record<string, string>>;
}

export const freshForm: FormState = { values: {}, problems: {} };

/** Whether the value of a field is never sent back. */
export const isSecret = ({ type }: FormField): boolean => type === 'password' || type === 'file';

interface Form {
  action: string;
  fields: readonly FormField[];
  state: FormState;
  /** Whether the form is what the page is for: its first field has the focus. */
  isMain: boolean;
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
export function form({ action, fields, hidden, button, isDangerous, describedBy, username, ...shown }: Form): Markup {
  const { problem } = shown.state;
  const isUpload = fields.some(({ type }) => type === 'file');
  const owner = fields.some(({ type }) => type === 'password') && username;
  const focused = focusedField(fields, shown);
  return markup`${problem === undefined ? '' : problemBox(problem, { hasFocus: true })}<form method="post" action="${action}" ${isUpload ? markup`enctype="multipart/form-data"` : ''}>
${Object.entries(hidden).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}${
  owner ? markup`<input type="hidden" value="${owner}" autocomplete="username">\n` : ''
}${fields.map((field) => draw(field, shown.state, field.name === focused))}<button ${isDangerous ? markup`class="danger"` : ''} ${describedBy ? markup`aria-describedby="${describedBy}"` : ''}>${button}</button>
</form>`;
}

/** The first field that is refused, else the first one. */
function focusedField(fields: readonly FormField[], { state, isMain }: Pick<Form, 'state' | 'isMain'>) {
  if (state.problem !== undefined) return undefined;
  const refused = fields.find(({ name }) => state.problems[name] !== undefined);
  return refused?.name ?? (isMain ? fields[0]?.name : undefined);
}

function draw(field: FormField, { values, problems }: FormState, hasFocus: boolean): Markup {
  const shown = { ...field, ...sentValue(field, values) };
  const problem = problems[field.name];
  if (problem === undefined) return markup`${drawField(shown, { hasFocus })}\n`;
  const id = `${field.name}-problem`;
  return markup`${problemBox(problem, { id })}${drawField(shown, { problemId: id, hasFocus })}\n`;
}

/** The value that was sent, unless it is secret. A box that was not checked is not sent. */
function sentValue(field: FormField, values: FormState['values']): Partial<FormField> {
  const { [field.name]: value = '' } = values;
  if (!Object.keys(values).length || isSecret(field)) return {};
  return field.type === 'checkbox' ? { isChecked: value === field.value } : { value };
}
