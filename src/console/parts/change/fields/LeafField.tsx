import { Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormField } from '../../../data/operation.ts';
import { explained, useActs } from '../../../words/acts/index.ts';
import { useWords } from '../../../words/index.ts';
import { useTimeZone } from '../../../data/preferences/time-zone.ts';
import { localTime, momentOf, zoneName } from '../../time/local-time.ts';
import { MultiChoice } from '../../picker/MultiChoice.tsx';
import { DurationField } from './DurationField.tsx';
import type { Common } from './field-props.ts';
import { enums, isStructured } from '../operations.ts';

interface Props {
  common: Common;
  field: FormField;
  value: unknown;
  set: (value: unknown) => void;
  /** Whether it has the value of a record. */
  isOfRecord: boolean;
}

interface InputProps {
  common: Common;
  value: unknown;
  set: (value: unknown) => void;
}

/** A field without members of its own. */
export function LeafField({ common, field, value, set, isOfRecord }: Props): ReactNode {
  const { isList, isRequired, type, widget } = field;
  const shared = { common, value: value ?? field.default, set };
  // A flag that is not answered yet, or that is left out, differs from one that is false.
  const hasThirdState = field.default === undefined && (isRequired || !isOfRecord);
  if (isStructured(type)) return <JsonField {...shared} />;
  if (enums[type]) return isList ? <EnumsField {...shared} type={type} /> : <EnumField {...shared} type={type} />;
  if (isList) return <LinesField {...shared} />;
  if (type === 'Boolean') return hasThirdState ? <Answer {...shared} /> : <Flag {...shared} />;
  if (widget === 'duration') return <DurationField {...shared} value={value} absent={field.default} />;
  if (type === 'Int' || type === 'Float') return <NumberField {...shared} value={value} field={field} />;
  if (type === 'DateTime') return <TimeField {...shared} />;
  const text = typeof value === 'string' ? value : '';
  const onText = ({ currentTarget }: { currentTarget: { value: string } }): void => set(currentTarget.value);
  if (widget === 'password')
    return <PasswordInput size="xs" {...common} autoComplete="new-password" value={text} onChange={onText} />;
  if (widget === 'lines') return <Textarea {...common} value={text} onChange={onText} />;
  return <TextInput {...common} type={type === 'EmailAddress' ? 'email' : 'text'} value={text} onChange={onText} />;
}

/** A flag that is true or false from the beginning. */
function Flag({ common, value, set }: InputProps): ReactNode {
  return <Checkbox {...common} checked={value === true} onChange={({ currentTarget }) => set(currentTarget.checked)} />;
}

/** A flag that is neither until it is answered. */
function Answer({ common, value, set }: InputProps): ReactNode {
  const { list } = useWords();
  return (
    <Select
      {...common}
      data={[
        { value: 'true', label: list.yes },
        { value: 'false', label: list.no },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      clearable={!common.required}
      onChange={(next) => set(next === null ? undefined : next === 'true')}
    />
  );
}

function EnumField({ common, value, set, type }: InputProps & { type: string }): ReactNode {
  const { label } = useWords();
  const acts = useActs();
  const values = enums[type] ?? [];
  const chosen = values.find(({ value: name }) => name === value);
  return (
    <Select
      {...common}
      description={chosen?.description ? explained(acts, chosen.description) : common.description}
      data={values.map(({ value: name }) => ({ value: name, label: label(name) }))}
      value={typeof value === 'string' ? value : null}
      clearable={!common.required}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

function EnumsField({ common, value, set, type }: InputProps & { type: string }): ReactNode {
  const { label } = useWords();
  return (
    <MultiChoice
      {...common}
      data={(enums[type] ?? []).map(({ value: name }) => ({ value: name, label: label(name) }))}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
    />
  );
}

function NumberField({ common, value, set, field }: InputProps & { field: FormField }): ReactNode {
  return (
    <NumberInput
      size="xs"
      {...common}
      allowDecimal={field.type === 'Float'}
      placeholder={field.default === undefined ? '' : String(field.default)}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => set(next === '' ? undefined : next)}
    />
  );
}

/** A moment, in the time zone of the browser, or in UTC if times are shown in it. */
function TimeField({ common, value, set }: InputProps): ReactNode {
  const timeZone = useTimeZone();
  const local = typeof value === 'string' ? localTime(value, timeZone) : '';
  const onTime = ({ currentTarget }: { currentTarget: { value: string } }): void =>
    set(momentOf(currentTarget.value, timeZone));
  const label = `${common.label} (${zoneName(timeZone)})`;
  return <TextInput {...common} label={label} type="datetime-local" step={1} value={local} onChange={onTime} />;
}

/** A list of texts: one per line. */
function LinesField({ common, value, set }: InputProps): ReactNode {
  const words = useWords();
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

/** An object without a schema: as JSON. A text that is not JSON stays as it is, and the platform refuses it. */
function JsonField({ common, value, set }: InputProps): ReactNode {
  const words = useWords();
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isWrong = typeof value === 'string' && value !== '';
  return (
    <Textarea
      {...common}
      {...(isWrong ? { error: words.change.invalidJson } : {})}
      classNames={{ input: 'code-input' }}
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
