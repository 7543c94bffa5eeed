import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useAddress, useSetAddress } from '../../../data/use-address.ts';
import { useWords } from '../../../words/index.ts';

/** Milliseconds after the last key before a search is sent. */
const typing = 200;

/** The search of a list, whose text is in the address. */
export function SearchBox({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }): ReactNode {
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
