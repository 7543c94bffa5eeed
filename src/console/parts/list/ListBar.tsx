import { Button, Select, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { Filter, ListDefinition } from './definition.ts';
import { plain } from '../../words/plain.ts';

/** Milliseconds after the last key before a search is sent. */
const typing = 200;

/** Search, filters and order of a list. */
export function ListBar<Row extends { id: string }>({
  list,
  inputRef,
}: {
  list: ListDefinition<Row>;
  inputRef: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const words = useWords();
  const address = useAddress();
  const setAddress = useSetAddress();
  const firstPage = { after: undefined, before: undefined };
  const orders = list.orders.flatMap(({ field, title }) => [
    { value: `-${field}`, label: `${title(words)} ↓` },
    { value: field, label: `${title(words)} ↑` },
  ]);
  return (
    <div className="row" role="search">
      {list.isSearchable === false ? null : <SearchBox inputRef={inputRef} />}
      {list.filters.map((filter) => (
        <FilterBox key={filter.key} filter={filter} />
      ))}
      {address.where || address.q ? (
        <Button variant="subtle" onClick={() => setAddress({ ...firstPage, where: undefined, q: undefined })}>
          {words.list.clear}
        </Button>
      ) : null}
      <Select
        aria-label={words.list.order}
        data={orders}
        value={address.order ?? list.order}
        onChange={(order) => setAddress({ ...firstPage, order: order ?? undefined })}
        w={170}
        ms="auto"
      />
    </div>
  );
}

function SearchBox({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }): ReactNode {
  const words = useWords();
  const { q = '' } = useAddress();
  const setAddress = useSetAddress();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(
      () => setAddress({ q: text || undefined, after: undefined, before: undefined }, true),
      typing,
    );
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      ref={inputRef}
      type="search"
      aria-label={words.list.search}
      placeholder={words.list.search}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      w={240}
    />
  );
}

function FilterBox({ filter }: { filter: Filter }): ReactNode {
  const words = useWords();
  const { where = {} } = useAddress();
  const setAddress = useSetAddress();
  const title = filter.title(words);
  const values = filter.values?.map((value) => ({ value, label: plain(value) })) ?? [
    { value: 'true', label: words.list.yes },
    { value: 'false', label: words.list.no },
  ];
  const set = (value: string | null): void => {
    const { [filter.key]: _before, ...others } = where;
    const next = value ? { ...others, [filter.key]: filter.values ? value : value === 'true' } : others;
    setAddress({ where: Object.keys(next).length > 0 ? next : undefined, after: undefined, before: undefined });
  };
  return (
    <Select
      aria-label={words.list.filter(title)}
      data={[
        { value: '', label: `${title}: ${words.list.any}` },
        ...values.map(({ value, label }) => ({ value, label: `${title}: ${label}` })),
      ]}
      value={String(where[filter.key] ?? '')}
      onChange={set}
      w={170}
    />
  );
}
