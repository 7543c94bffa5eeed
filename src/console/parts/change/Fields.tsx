import { Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormField } from '../../data/operation.ts';
import { useWords, type Words } from '../../words/index.ts';
import { RecordPicker } from '../picker/RecordPicker.tsx';
import { kindOfField } from '../picker/kinds.ts';
import { enums, humanize, inputs } from './operations.ts';
import type { Values } from './values.ts';

interface Props {
  fields: readonly FormField[];
  values: Values;
  /** Messages by path. */
  problems: ReadonlyMap<string, string>;
  /** Fields that the dialog was opened for: shown, not changed. */
  fixed: ReadonlySet<string>;
  onChange: (name: string, value: unknown) => void;
}

/** Optional fields that are shown at once; the others are folded. */
const shownAtOnce = 5;

/** The form of an input type: a field for each member. */
export function Fields(props: Props): ReactNode {
  const words = useWords();
  const fields = props.fields.toSorted((one, other) => placeOf(one) - placeOf(other));
  const required = fields.filter(({ isRequired }) => isRequired).length;
  const shown = fields.slice(0, required + shownAtOnce);
  const folded = fields.slice(required + shownAtOnce);
  const hasProblem = folded.some(({ name }) => props.problems.has(name));
  const draw = (field: FormField): ReactNode => <Field key={field.name} {...props} field={field} />;
  return (
    <div className="stack" style={{ gap: 10 }}>
      {shown.map(draw)}
      {folded.length > 0 ? (
        <details open={hasProblem || undefined}>
          <summary>{words.change.more(folded.length)}</summary>
          <div className="stack" style={{ gap: 10 }}>
            {folded.map(draw)}
          </div>
        </details>
      ) : null}
    </div>
  );
}

/** What is filled in most often. */
const first = ['name', 'email', 'username', 'phone', 'password', 'type', 'url', 'description'];

/** Required fields first, then the most common ones, objects last. */
function placeOf({ name, type, isRequired }: FormField): number {
  const at = first.indexOf(name);
  const isObject = type.startsWith('JSON') || inputs[type] !== undefined || name === 'passwordHash';
  return (isRequired ? 0 : 100) + (at < 0 ? first.length : at) + (isObject ? 50 : 0);
}

function Field({ field, values, problems, fixed, onChange }: Props & { field: FormField }): ReactNode {
  const words = useWords();
  const { name, isRequired, isList, type, description } = field;
  const value = values[name];
  const set = (next: unknown): void => onChange(name, next);
  const error = problems.get(name) ?? [...problems].find(([path]) => path.startsWith(`${name}.`))?.[1];
  const common = {
    label: humanize(name.replace(/Ids?$/, '') || name),
    description,
    required: isRequired,
    disabled: fixed.has(name),
    ...(error ? { error } : {}),
  };
  const kind = kindOfField(name);
  if (type === 'ID' && kind)
    return <RecordPicker {...common} kind={kind} isMany={isList} value={value} onChange={set} />;
  if (type === 'Boolean') {
    return (
      <Checkbox {...common} checked={value === true} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    );
  }
  if (enums[type] && !isList) return <EnumField common={common} field={field} value={value} set={set} />;
  if (isList && !inputs[type]) return <LinesField common={common} value={value} set={set} words={words} />;
  if (inputs[type] || type.startsWith('JSON'))
    return <JsonField common={common} value={value} set={set} words={words} />;
  if (type === 'Int' || type === 'Float') {
    return (
      <NumberInput
        size="xs"
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => set(next === '' ? undefined : next)}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  const onText = ({ currentTarget }: { currentTarget: { value: string } }): void => set(currentTarget.value);
  if (/password$/i.test(name))
    return <PasswordInput size="xs" {...common} autoComplete="new-password" value={text} onChange={onText} />;
  if (/description|selection/.test(name)) return <Textarea {...common} value={text} onChange={onText} />;
  return <TextInput {...common} type={type === 'EmailAddress' ? 'email' : 'text'} value={text} onChange={onText} />;
}

interface Common {
  label: string;
  description: string;
  required: boolean;
  disabled: boolean;
  error?: string;
}

interface FieldProps {
  common: Common;
  value: unknown;
  set: (value: unknown) => void;
}

function EnumField({ common, field, value, set }: FieldProps & { field: FormField }): ReactNode {
  const data = (enums[field.type] ?? []).map(({ value: name }) => ({ value: name, label: humanize(name) }));
  const chosen = enums[field.type]?.find(({ value: name }) => name === value);
  return (
    <Select
      {...common}
      description={chosen?.description || common.description}
      data={data}
      value={typeof value === 'string' ? value : null}
      clearable={!field.isRequired}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

/** A list of texts: one per line. */
function LinesField({ common, value, set, words }: FieldProps & { words: Words }): ReactNode {
  const lines = Array.isArray(value) ? value.join('\n') : '';
  return (
    <Textarea
      {...common}
      placeholder={words.change.onePerLine}
      value={lines}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
      onBlur={() => set(Array.isArray(value) ? value.map(String).filter((line) => line.trim() !== '') : value)}
    />
  );
}

/** An object: as JSON. A text that is not JSON stays as it is, and the platform refuses it. */
function JsonField({ common, value, set, words }: FieldProps & { words: Words }): ReactNode {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isWrong = typeof value === 'string' && value !== '';
  return (
    <Textarea
      {...common}
      {...(isWrong ? { error: words.change.invalidJson } : {})}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      placeholder={words.change.json}
      value={text}
      onChange={({ currentTarget }) => set(parsed(currentTarget.value))}
    />
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : text;
  } catch {
    return text === '' ? undefined : text;
  }
}
