import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useClosingList } from './use-closing-list.ts';

/**
 * Several of a list, which closes with each choice. A press or a letter opens it again. What is chosen can be taken
 * back in it, but is no result of a search: Enter would take it back.
 */
export function MultiChoice(props: MultiSelectProps): ReactNode {
  const [text, setText] = useState('');
  const list = useClosingList();
  return (
    <MultiSelect size="xs" searchable {...props} {...list} hidePickedOptions={text !== ''} onSearchChange={setText} />
  );
}
