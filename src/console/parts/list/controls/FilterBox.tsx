import { NativeSelect, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTimeZone } from '../../../data/preferences/time-zone.ts';
import { useAddress, useSetAddress } from '../../../data/use-address.ts';
import { useWords, type Words } from '../../../words/index.ts';
import { pickerOf, pickerOfFilter } from '../../picker/kinds.ts';
import { localTime, momentOf } from '../../time/local-time.ts';
import type { Filter } from '../definition.ts';

// Searched as one types, which needs more code than the rest of a list.
const EventTypeFilter = lazy(async () => ({ default: (await import('./EventTypeFilter.tsx')).EventTypeFilter }));
const RecordPicker = lazy(async () => ({ default: (await import('../../picker/RecordPicker.tsx')).RecordPicker }));

/** A filter of a list, whose value is in the address. */
export function FilterBox({ filter }: { filter: Filter }): ReactNode {
  const words = useWords();
  const { where = {} } = useAddress();
  const setAddress = useSetAddress();
  const timeZone = useTimeZone();
  const title = titleOf(filter, words);
  const value = where[filter.key];
  const set = (next: string | boolean | undefined): void => {
    const { [filter.key]: _before, ...others } = where;
    const all = next === undefined ? others : { ...others, [filter.key]: next };
    setAddress({ where: Object.keys(all).length > 0 ? all : undefined, after: undefined, before: undefined });
  };
  const text = value === undefined ? '' : String(value);
  if (filter.input === 'event type') {
    return (
      <Suspense fallback={<TextInput aria-label={title} placeholder={title} disabled w={270} />}>
        <EventTypeFilter label={title} value={text} onChange={set} />
      </Suspense>
    );
  }
  if (filter.input === 'record' || filter.input === 'actor') {
    return (
      <Suspense fallback={<TextInput aria-label={title} placeholder={title} disabled />}>
        <ByName filter={filter} label={title} value={text} onChange={set} />
      </Suspense>
    );
  }
  if (filter.input === 'time') {
    const apply = (time: string | undefined) => set(time && momentOf(time, timeZone));
    const label = timeZone ? `${title} (${timeZone})` : title;
    const shown = localTime(text, timeZone).slice(0, 16);
    return <TextFilter label={label} type="datetime-local" value={shown} onChange={apply} />;
  }
  if (filter.input) return <TextFilter label={title} type={filter.input} value={text} onChange={set} />;
  const values = filter.values?.map((one) => ({ value: one, label: filter.nameOf?.(one) ?? words.label(one) })) ?? [
    { value: 'true', label: words.list.yes },
    { value: 'false', label: words.list.no },
  ];
  return (
    <NativeSelect
      aria-label={words.list.filter(title)}
      data={[
        { value: '', label: `${title}: ${words.list.any}` },
        ...values.map(({ value: one, label }) => ({ value: one, label: `${title}: ${label}` })),
      ]}
      value={text}
      onChange={({ currentTarget: { value: one } }) => set(one ? (filter.values ? one : one === 'true') : undefined)}
    />
  );
}

interface ByNameProps {
  filter: Filter;
  label: string;
  value: string;
  onChange: (id: string | undefined) => void;
}

/** A filter by a record, which is chosen by its name: an actor is a user or an application. */
function ByName({ filter, label, value, onChange }: ByNameProps): ReactNode {
  const { input, key } = filter;
  const kinds = input === 'actor' ? [pickerOf('user'), pickerOf('application')] : [pickerOfFilter(key)];
  const choose = (id: unknown): void => onChange(typeof id === 'string' && id !== '' ? id : undefined);
  return (
    <RecordPicker
      aria-label={label}
      placeholder={label}
      kinds={kinds.filter((kind) => kind !== null)}
      isMany={false}
      value={value}
      onChange={choose}
    />
  );
}

/** Begins with a capital letter, also where the word is otherwise one within a sentence. */
export function titleOf({ key, title }: Filter, words: Words): string {
  const text = title?.(words) ?? words.label(key);
  return text.charAt(0).toLocaleUpperCase(words.locale) + text.slice(1);
}

interface TextFilterProps {
  label: string;
  value: string;
  type?: 'text' | 'number' | 'datetime-local';
  onChange: (value: string | undefined) => void;
}

/** A filter by a text, which is applied when it is left, or by Enter. */
function TextFilter({ label, value, type = 'text', onChange }: TextFilterProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = (): void => onChange(text.trim() || undefined);
  const isTime = type === 'datetime-local';
  const input = (
    <TextInput
      aria-label={label}
      title={label}
      placeholder={label}
      type={type}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => text !== value && apply()}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      w={isTime ? 190 : 165}
    />
  );
  // A time has no placeholder.
  return isTime ? (
    <span className="labeled-filter">
      <span aria-hidden="true">{label}</span> {input}
    </span>
  ) : (
    input
  );
}
