import { Button, Select, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { ListDefinition } from './definition.ts';
import { FilterBox } from './FilterBox.tsx';
import { SavedViews } from './SavedViews.tsx';

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
        ms="auto"
      />
      <SavedViews />
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
