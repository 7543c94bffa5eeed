import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { useKeys } from '../keys.ts';
import type { ListDefinition } from './definition.ts';
import type { Selecting } from './use-selection.ts';

/** The keys of a list. Returns the index of the row with the cursor; -1 for none. */
export function useCursor<Row extends { id: string }>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
  { toggle, isSingle }: Selecting,
  search: RefObject<HTMLInputElement | null>,
): number {
  const words = useWords();
  const openChange = useOpenChange();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(-1);
  const row = rows[current];
  const canSelect = list.actions !== undefined;
  useKeys([
    ['/', words.keys.search, () => search.current?.focus()],
    ['j', words.keys.nextRow, () => setCurrent((at) => Math.min(at + 1, rows.length - 1))],
    ['k', words.keys.previousRow, () => setCurrent((at) => Math.max(at - 1, 0))],
    ...(canSelect ? ([['x', words.keys.select, () => row && toggle(row.id, false)]] as const) : []),
    ...(canSelect && !isSingle ? ([['X', words.keys.selectRange, () => row && toggle(row.id, true)]] as const) : []),
    ['Enter', words.keys.open, () => row && list.pathOf && void navigate({ to: list.pathOf(row) })],
    ['n', words.keys.create, () => list.create && openChange(list.create.operation, list.create.input)],
  ]);
  return current;
}
