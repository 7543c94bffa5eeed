import { CheckIcon, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { gql, useQuery } from 'urql';
import { useMay } from '../../data/viewer.ts';
import { useWords, type Words } from '../../words/index.ts';
import { Identity } from '../Identity.tsx';
import { nameWithLine, type Recognizable, selectionOf } from '../../data/records/recognition.ts';
import type { PickerKind } from './kinds.ts';
import { MultiChoice } from './MultiChoice.tsx';

interface Props {
  label?: string;
  /** In the place of a label that is seen. */
  'aria-label'?: string;
  placeholder?: string;
  description?: string;
  required?: boolean;
  disabled?: boolean;
  error?: string;
  /** The advice if nothing is found, where that is not to search for something else. */
  ifNone?: string;
  kind: PickerKind;
  isMany: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Chooses records by name: the platform searches, 20 at a time. Without the right to read them, by id. */
export function RecordPicker(props: Props): ReactNode {
  const may = useMay();
  const { kind, isMany, value, onChange, ifNone: _ifNone, ...common } = props;
  if (may(kind.permission, kind.isPossibleInOrganization ? 'anywhere' : 'everywhere'))
    return <SearchingPicker {...props} />;
  const text = Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
  const set = (next: string): void => onChange(isMany ? next.split(/\s+/).filter(Boolean) : next);
  return <TextInput {...common} value={text} onChange={({ currentTarget }) => set(currentTarget.value)} />;
}

const documents = new Map<string, ReturnType<typeof gql>>();

/** The first 20 records that match, and those that are chosen. */
function documentFor({ list, type }: PickerKind): ReturnType<typeof gql> {
  const cached = documents.get(list);
  if (cached) return cached;
  const selection = selectionOf(type);
  const document = gql(`query Pick($search: String, $ids: [ID!]!) {
    matches: ${list}(first: 20, search: $search) { nodes { id ${selection} } }
    chosen: nodes(ids: $ids) { __typename id ... on ${type} { ${selection} } }
  }`);
  documents.set(list, document);
  return document;
}

function SearchingPicker({ kind, isMany, value, onChange, ifNone, ...common }: Props): ReactNode {
  const words = useWords();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 150);
  const ids = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];
  const variables = { search: search.length >= 2 ? search : null, ids };
  const [{ data, fetching }] = useQuery<{ matches: { nodes: Recognizable[] } | null; chosen: (Recognizable | null)[] }>(
    {
      query: documentFor(kind),
      variables,
    },
  );
  const records = [...(data?.chosen ?? []), ...(data?.matches?.nodes ?? [])].filter((record) => record !== null);
  const byId = new Map(records.map((record) => [record.id, record]));
  const names = new Map(records.map((record) => [record.id, nameWithLine(record)]));
  for (const id of ids) if (!names.has(id)) names.set(id, id);
  const options = [...names].map(([id, label]) => ({ value: id, label: label ?? id }));
  const shared = {
    // Beside what is chosen it would be read as a part of it.
    ...(ids.length === 0 ? { placeholder: words.picker.search } : {}),
    ...common,
    size: 'xs' as const,
    data: options,
    searchable: true,
    // Enter takes the first hit of a search.
    selectFirstOptionOnChange: true,
    // An open list would take the Escape that is meant for the dialog.
    openOnFocus: false,
    // Not while the search goes on.
    nothingFoundMessage: fetching || text !== search ? null : (ifNone ?? nothingIn(words, kind, search)),
    renderOption({ option, checked }: { option: { value: string; label: string }; checked?: boolean }) {
      const record = byId.get(option.value);
      return (
        <>
          {record ? <Identity record={record} /> : option.label}
          {isMany && checked ? <CheckIcon size={12} /> : null}
        </>
      );
    },
    // The platform has searched.
    filter: ({ options: all }: { options: unknown }) => all as never,
  };
  if (isMany) return <MultiChoice {...shared} value={ids} onSearchChange={setText} onChange={onChange} />;
  const chosen = names.get(ids[0] ?? '');
  return (
    <Select
      {...shared}
      // A name with its second line can be longer than the field.
      {...(chosen ? { title: chosen } : {})}
      value={ids[0] ?? null}
      clearable={!common.required}
      onSearchChange={(next) => setText(next === chosen ? '' : next)}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** The pages of lists whose names differ from them. */
const placesOf: Readonly<Record<string, keyof Words['navigation']>> = {
  apiResources: 'resources',
  scopes: 'resources',
  organizationInvitations: 'invitations',
};

/** The advice where nothing can be chosen: search for something else, or create the first. */
function nothingIn({ picker, navigation }: Words, { list }: PickerKind, search: string): string {
  const place = placesOf[list] ?? (list as keyof Words['navigation']);
  return search.length >= 2 ? picker.none : picker.empty(navigation[place]);
}
