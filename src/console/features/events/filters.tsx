import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';

const TypesDocument = graphql(`query EventTypes { eventTypes { type typeName } }`);

/** Filters of the address that take one id each. */
const ids = ['subjectId', 'actorId', 'organizationId', 'requestId'] as const;

/** The filters of the audit. */
export function EventFilters(): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const { where = {} } = useAddress();
  const [{ data }] = useQuery({ query: TypesDocument });
  const set = (name: string, value: string | undefined): void => {
    const { [name]: _before, ...others } = where;
    const next = value ? { ...others, [name]: value } : others;
    setAddress({ where: Object.keys(next).length > 0 ? next : undefined, after: undefined, before: undefined });
  };
  return (
    <div className="row" role="search">
      <Select
        aria-label={words.events.type}
        placeholder={words.events.type}
        data={data?.eventTypes?.map(({ type, typeName }) => ({ value: type, label: typeName })) ?? []}
        value={typeof where['type'] === 'string' ? where['type'] : null}
        searchable
        clearable
        onChange={(value) => set('type', value ?? undefined)}
        w={270}
      />
      {ids.map((name) => (
        <IdFilter
          key={name}
          label={words.events.filters[name]}
          value={String(where[name] ?? '')}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}

interface IdFilterProps {
  label: string;
  value: string;
  onChange: (value: string | undefined) => void;
}

function IdFilter({ label, value, onChange }: IdFilterProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = (): void => onChange(text.trim() || undefined);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => text !== value && apply()}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      w={165}
    />
  );
}
