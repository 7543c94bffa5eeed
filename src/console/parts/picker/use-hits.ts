import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type ClosingList, useClosingList } from './use-closing-list.ts';

/** Letters: fewer are not searched for. */
const fewest = 2;
/** Milliseconds after the last letter. */
const pause = 150;

/** Keys that open the list, and mark an option. */
const arrows = new Set(['ArrowDown', 'ArrowUp']);

interface Search {
  /** The text that is typed; null if none is: a field for one shows what is chosen then. */
  typed: string | null;
  setTyped: (text: string | null) => void;
  /** The same as the platform searches for it. */
  search: string | null;
  isTyping: boolean;
}

/** The search of a field whose hits the platform finds. */
export function useSearch(): Search {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? '';
  const [late] = useDebouncedValue(text, pause);
  const search = text === '' || late.length < fewest ? null : late;
  return { typed, setTyped, search, isTyping: text !== '' && text !== late };
}

interface Hits extends ClosingList {
  selectFirstOptionOnChange: boolean;
  onKeyDownCapture: (event: KeyboardEvent) => void;
}

/**
 * The list of the hits. They come a moment after the letters: until then no key chooses, since the list is that of the
 * text before. As they come, the first is marked, and Enter takes it.
 */
export function useHits(search: string | null, isSearching: boolean): Hits {
  const list = useClosingList();
  const [wasSearching, setWasSearching] = useState(false);
  useEffect(() => setWasSearching(isSearching), [isSearching]);
  return {
    ...list,
    // Mantine marks it as this becomes true. If it stayed so, the next letter would mark an option of the list before.
    selectFirstOptionOnChange: search !== null && wasSearching && !isSearching,
    onKeyDownCapture(event) {
      const { dropdownOpened: isOpen, onDropdownOpen: open } = list;
      // Enter is for the list as long as it is open, and not for the form.
      const isOfList = event.key === 'Enter' ? isOpen : arrows.has(event.key);
      if (!isOfList) return;
      event.preventDefault();
      if (!isSearching) return;
      event.stopPropagation();
      if (!isOpen) open();
    },
  };
}
