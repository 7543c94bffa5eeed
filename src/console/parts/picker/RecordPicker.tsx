import { CheckIcon, MultiSelect, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { useWords, type Words } from '../../words/index.ts';
import { Identity } from '../identity/Identity.tsx';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import type { PickerKind } from './kinds.ts';
import { useHits, useSearch } from './use-hits.ts';
import { useRecords } from './use-records.ts';

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
  /** The kind of the records; those of several are in groups. */
  kinds: readonly PickerKind[];
  isMany: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Chooses records by name: the platform searches, 20 at a time. Without the right to read them, by id. */
export function RecordPicker(props: Props): ReactNode {
  const may = useMay();
  const { kinds, isMany, value, onChange, ifNone: _ifNone, ...common } = props;
  const readable = kinds.filter(({ permission, isPossibleInOrganization }) =>
    may(permission, isPossibleInOrganization ? 'anywhere' : 'everywhere'),
  );
  if (readable.length > 0) return <SearchingPicker {...props} kinds={readable} />;
  const text = Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
  const set = (next: string): void => onChange(isMany ? next.split(/\s+/).filter(Boolean) : next);
  return <TextInput {...common} value={text} onChange={({ currentTarget }) => set(currentTarget.value)} />;
}

function SearchingPicker({ kinds, isMany, value, onChange, ifNone, ...common }: Props): ReactNode {
  const words = useWords();
  const { typed, setTyped, search, isTyping } = useSearch();
  const ids = Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];
  const { hits, byId, isOutdated } = useRecords(kinds, search, ids);
  const isSearching = isTyping || isOutdated;
  const nameOf = (id: string): string => {
    const record = byId.get(id);
    return (record && nameWithLine(record)) || id;
  };
  const optionsOf = (some: readonly string[]) => some.map((id) => ({ value: id, label: nameOf(id) }));
  // The chosen records can be taken back, but not by a search, whose first hit Enter takes.
  const leftOut = typed && !isMany ? [] : ids;
  const groups = kinds.map((kind, index) => ({
    group: words.navigation[placeOf(kind)],
    items: optionsOf((hits[index] ?? []).map(({ id }) => id).filter((id) => !leftOut.includes(id))),
  }));
  const shared = {
    // Beside what is chosen it would be read as a part of it.
    ...(ids.length === 0 ? { placeholder: words.picker.search } : {}),
    ...common,
    ...useHits(search, isSearching),
    size: 'xs' as const,
    data: [
      ...(typed ? [] : optionsOf(ids)),
      ...(kinds.length === 1 ? groups.flatMap(({ items }) => items) : groups.filter(({ items }) => items.length > 0)),
    ],
    searchable: true,
    'aria-busy': isSearching,
    // An open list would take the Escape that is meant for the dialog.
    openOnFocus: false,
    nothingFoundMessage: isSearching ? null : (ifNone ?? nothingIn(words, kinds, search)),
    renderOption: ({ option, checked = false }: { option: { value: string; label: string }; checked?: boolean }) => (
      <Choice record={byId.get(option.value)} label={option.label} isTicked={isMany && checked} />
    ),
    // The platform has searched.
    filter: ({ options }: { options: unknown }) => options as never,
  };
  if (isMany) return <MultiSelect {...shared} value={ids} onSearchChange={setTyped} onChange={onChange} />;
  const [id] = ids;
  const chosen = id === undefined ? undefined : nameOf(id);
  return (
    <Select
      {...shared}
      // A name with its second line can be longer than the field.
      {...(chosen ? { title: chosen } : {})}
      value={id ?? null}
      clearable={!common.required}
      allowDeselect={!typed}
      searchValue={typed ?? chosen ?? ''}
      onSearchChange={(next) => setTyped(next === chosen ? null : next)}
      onOptionSubmit={() => {
        shared.onOptionSubmit();
        setTyped(null);
      }}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface ChoiceProps {
  record: Recognizable | undefined;
  /** In the place of a record that is not there. */
  label: string;
  isTicked: boolean;
}

const Choice = ({ record, label, isTicked }: ChoiceProps): ReactNode => (
  <>
    {record ? <Identity record={record} /> : label}
    {isTicked ? <CheckIcon size={12} /> : null}
  </>
);

/** The pages of lists whose names differ from them. */
const placesOf: Readonly<Record<string, keyof Words['navigation']>> = {
  apiResources: 'resources',
  scopes: 'resources',
  organizationInvitations: 'invitations',
};

const placeOf = ({ list }: PickerKind): keyof Words['navigation'] =>
  placesOf[list] ?? (list as keyof Words['navigation']);

/** The advice where nothing can be chosen: search for something else, or create the first. */
function nothingIn({ picker, navigation }: Words, [kind]: readonly PickerKind[], search: string | null): string {
  return search !== null || !kind ? picker.none : picker.empty(navigation[placeOf(kind)]);
}
