import type { ReactNode } from 'react';
import { useWords } from '../../../words/index.ts';
import type { Selecting } from '../use-selection.ts';

export const selectBox = (checked: boolean, label: string, onChange: (withRange: boolean) => void): ReactNode => (
  <input
    type="checkbox"
    checked={checked}
    aria-label={label}
    onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
  />
);

/** Selects all rows of the page, or none. */
export function SelectAll({ selecting, rows }: { selecting: Selecting; rows: readonly { id: string }[] }): ReactNode {
  const { selectAll } = useWords().list;
  const { ids, isSingle, setAll } = selecting;
  const areAll = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  if (isSingle) return <span className="visually-hidden">{selectAll}</span>;
  return selectBox(areAll, selectAll, () => setAll(!areAll));
}
