import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';

const PickActorDocument = graphql(`
  query PickActor($search: String, $ids: [ID!]!, $users: Boolean!, $applications: Boolean!) {
    users(first: 10, search: $search) @include(if: $users) { nodes { id displayName email username phone } }
    applications(first: 10, search: $search) @include(if: $applications) { nodes { id displayName } }
    chosen: nodes(ids: $ids) { __typename id ... on Named { displayName } ... on User { email username phone } }
  }
`);

interface Props {
  label: string;
  /** An id, or empty. */
  value: string;
  onChange: (id: string | undefined) => void;
}

/** Chooses who has done something, by name: a user or an application. By id, without the right to read them. */
export function ActorPicker({ label, value, onChange }: Props): ReactNode {
  const words = useWords();
  const may = useMay();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 150);
  const [users, applications] = [may('users:read', 'anywhere'), may('applications:read', 'anywhere')];
  const ids = value === '' ? [] : [value];
  const variables = { search: search.length >= 2 ? search : null, ids, users, applications };
  const [{ data }] = useQuery({ query: PickActorDocument, variables, pause: !users && !applications });
  if (!users && !applications) {
    const change = ({ currentTarget }: { currentTarget: { value: string } }): void =>
      onChange(currentTarget.value || undefined);
    return <TextInput aria-label={label} placeholder={label} value={value} onChange={change} />;
  }
  const [chosen] = data?.chosen ?? [];
  const name = (chosen && 'displayName' in chosen ? nameWithLine(chosen) : null) ?? value;
  const others = (records: readonly Recognizable[] = []) =>
    records.filter(({ id }) => id !== value).map((record) => ({ value: record.id, label: nameWithLine(record) }));
  const groups = [
    { group: words.kinds.User, items: others(data?.users?.nodes) },
    { group: words.kinds.Application, items: others(data?.applications?.nodes) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="xs"
      data={value === '' ? groups : [{ value, label: name }, ...groups]}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={words.picker.none}
      // The platform has searched.
      filter={({ options }) => options}
      value={value || null}
      onSearchChange={(next) => setText(next === name ? '' : next)}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
