import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { useClosingList } from './use-closing-list.ts';

interface Props extends Omit<TagsInputProps, 'placeholder'> {
  value: string[];
  /** A scope that the placeholder names. */
  example?: string | undefined;
}

/**
 * Names of scopes, typed as chips: each is ended by Enter, a comma or a space; the last one also by going on. Those
 * that exist are offered.
 */
export function ScopeChips({ example = 'payments:read', value, ...props }: Props): ReactNode {
  const { change: texts } = useWords();
  const list = useClosingList();
  return (
    <TagsInput
      size="xs"
      splitChars={[',', ' ', '\n']}
      {...props}
      {...list}
      onClick={list.onDropdownOpen}
      onSearchChange={(text) => text !== '' && list.onDropdownOpen()}
      value={value}
      placeholder={value.length === 0 ? texts.scopeChips(example) : ''}
    />
  );
}
