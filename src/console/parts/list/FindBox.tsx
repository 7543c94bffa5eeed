import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useState } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import type { ListDefinition } from './definition.ts';

interface Props {
  find: NonNullable<ListDefinition<never>['find']>;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Finds records by what identifies them, such as a pasted id: Enter makes it a filter, or opens the record. */
export function FindBox({ find, inputRef }: Props): ReactNode {
  const words = useWords();
  const { where } = useAddress();
  const setAddress = useSetAddress();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const apply = (): void => {
    const input = text.trim();
    if (input === '') return;
    const path = find.open?.(input);
    if (path) return void navigate({ to: path });
    const result = find.read(input, words);
    setUnknown(result === null);
    if (result === null) return;
    setText('');
    setAddress({ where: { ...where, ...result }, after: undefined, before: undefined });
  };
  const hint = find.hint(words);
  return (
    <TextInput
      ref={inputRef}
      type="search"
      aria-label={words.list.find(hint)}
      placeholder={words.list.find(hint)}
      value={text}
      error={isUnknown ? words.list.cannotFind(hint) : null}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setUnknown(false);
      }}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      w={240}
    />
  );
}
