import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useState } from 'react';
import { useAddress, useSetAddress } from '../../../data/use-address.ts';
import { useWords } from '../../../words/index.ts';
import type { ListDefinition } from '../definition.ts';

interface Props {
  find: NonNullable<ListDefinition<never>['find']>;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Finds records by what identifies them: Enter, or pasting it, makes it a filter, or opens the record. */
export function FindBox({ find, inputRef }: Props): ReactNode {
  const words = useWords();
  const { where } = useAddress();
  const setAddress = useSetAddress();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  /** Whether it identifies something. */
  const apply = (typed: string): boolean => {
    const input = typed.trim();
    const path = find.open?.(input);
    if (path) void navigate({ to: path });
    if (path) return true;
    const result = input === '' ? null : find.read(input, words);
    if (result === null) return false;
    setText('');
    setAddress({ where: { ...where, ...result }, after: undefined, before: undefined });
    return true;
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
      onKeyDown={({ key }) => key === 'Enter' && setUnknown(!apply(text) && text.trim() !== '')}
      // A text that is pasted is complete.
      onPaste={(event) => {
        if (event.currentTarget.value === '' && apply(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      rightSection={text.trim() === '' ? null : <kbd aria-hidden="true">{words.list.enter}</kbd>}
      rightSectionWidth={58}
      w={240}
    />
  );
}
