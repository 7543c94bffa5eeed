import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAddress, useOpenChange, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { type KeyBinding, useKeys } from '../keys.ts';
import { actionsOn } from './actions-on.ts';
import type { ListDefinition } from './definition.ts';
import type { Selecting } from './use-selection.ts';

/**
 * The keys that peek at the row of the cursor, and that change the selected rows, or else the row of the cursor.
 * Returns the row that is peeked at, which follows the cursor, what closes it, and the place of the buttons of changes.
 */
export function useRowKeys<Row extends { id: string }>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
  { selected, row, toggle }: { selected: readonly Row[]; row: Row | undefined } & Pick<Selecting, 'toggle'>,
): { peeked: Row | undefined; closePeek: () => void; buttons: RefObject<HTMLDivElement | null> } {
  const words = useWords();
  const openChange = useOpenChange();
  const setAddress = useSetAddress();
  const { peek } = useAddress();
  const concerned = selected.length > 0 ? selected : row ? [row] : [];
  const closePeek = (): void => setAddress({ peek: undefined }, true);
  const { buttons, reach } = useButtons(selected.length > 0);
  const act = (): void => {
    if (selected.length === 0 && row) toggle(row.id, false);
    reach();
  };
  const number = Math.max(concerned.length, 1);
  const changes = actionsOn(list.actions ?? [], number).flatMap(({ key, title, operation, input }): KeyBinding[] =>
    key ? [[key, title(words, number), () => concerned.length > 0 && openChange(operation, input(concerned))]] : [],
  );
  useKeys([
    ['o', words.keys.peek, () => row && setAddress({ peek: row.id === peek ? undefined : row.id }, true)],
    ...(list.actions ? ([['.', words.keys.rowActions, act]] as const) : []),
    ...changes,
  ]);
  useEffect(() => {
    if (peek && row && row.id !== peek) setAddress({ peek: row.id }, true);
  }, [row?.id]);
  return { peeked: rows.find(({ id }) => id === peek), closePeek, buttons };
}

/** The buttons of changes, which are there while rows are selected; `reach` gives the first one the focus. */
function useButtons(areShown: boolean): { buttons: RefObject<HTMLDivElement | null>; reach: () => void } {
  const buttons = useRef<HTMLDivElement>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) buttons.current?.querySelector('button')?.focus();
  }, [requests, areShown]);
  useEffect(() => {
    if (!areShown) setRequests(0);
  }, [areShown]);
  return { buttons, reach: () => setRequests((before) => before + 1) };
}
