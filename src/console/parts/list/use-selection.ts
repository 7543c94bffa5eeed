import { useRef, useState } from 'react';

/** The selected rows of a page, and the functions that change the selection. */
export interface Selecting {
  ids: ReadonlySet<string>;
  /** Whether only one row can be selected. */
  isSingle: boolean;
  toggle: (id: string, withRange: boolean) => void;
  setAll: (isSelected: boolean) => void;
}

/** The selected rows of a page. A range goes from the row that was selected last. */
export function useSelection(rows: readonly { id: string }[], isSingle: boolean): Selecting {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef<string | undefined>(undefined);
  const toggle = (id: string, withRange: boolean): void => {
    const from = rows.findIndex((row) => row.id === latest.current);
    const to = rows.findIndex((row) => row.id === id);
    latest.current = id;
    if (isSingle) setIds((before) => new Set(before.has(id) ? [] : [id]));
    else if (withRange && from >= 0) {
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
      setIds((before) => new Set([...before, ...range]));
    } else setIds((before) => before.symmetricDifference(new Set([id])));
  };
  const setAll = (isSelected: boolean): void => setIds(new Set(isSelected ? rows.map(({ id }) => id) : []));
  return { ids, isSingle, toggle, setAll };
}
