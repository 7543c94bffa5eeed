import { useEffect } from 'react';
import { useAddress, useOpenChange, useSetAddress } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { type KeyBinding, useKeys } from '../keys.ts';
import type { ListDefinition } from './definition.ts';

/**
 * The keys that peek at the row of the cursor, and that change the selected rows, or else the row of the cursor.
 * Returns the row that is peeked at, which follows the cursor, and what closes it.
 */
export function useRowKeys<Row extends { id: string }>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
  { selected, row }: { selected: readonly Row[]; row: Row | undefined },
): { peeked: Row | undefined; closePeek: () => void } {
  const words = useWords();
  const openChange = useOpenChange();
  const setAddress = useSetAddress();
  const { peek } = useAddress();
  const concerned = selected.length > 0 ? selected : row ? [row] : [];
  const closePeek = (): void => setAddress({ peek: undefined }, true);
  const changes = (list.actions ?? []).flatMap(({ key, title, operation, input }): KeyBinding[] =>
    key ? [[key, title(words), () => concerned.length > 0 && openChange(operation, input(concerned))]] : [],
  );
  useKeys([
    ['o', words.keys.peek, () => row && setAddress({ peek: row.id === peek ? undefined : row.id }, true)],
    ...changes,
  ]);
  useEffect(() => {
    if (peek && row && row.id !== peek) setAddress({ peek: row.id }, true);
  }, [row?.id]);
  return { peeked: rows.find(({ id }) => id === peek), closePeek };
}
