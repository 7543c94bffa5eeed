import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';

/** True if the platform searches for the text: from two characters on. */
export const isSearched = (text: string): boolean => text.length >= 2;

interface Props {
  /** The name of the list that is searched. */
  title: string;
  text: string;
  set: (text: string) => void;
  /** In pixels. */
  width: number;
}

/** The search within a section. */
export function SearchBox({ title, text, set, width }: Props): ReactNode {
  const words = useWords();
  return (
    <TextInput
      type="search"
      aria-label={words.list.searchIn(title)}
      placeholder={words.list.search}
      value={text}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      w={width}
    />
  );
}
