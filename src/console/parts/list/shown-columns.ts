import type { Column } from './definition.ts';

/** The columns that are shown, in their order: those that the address names; the name always. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: string | undefined): readonly Column<Row>[] {
  if (chosen === undefined) return columns.filter(({ isExtra }) => !isExtra);
  const selection = chosen.split(',').flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const names = columns.filter((column) => column.role === 'name' && !selection.includes(column));
  return [...names, ...new Set(selection)];
}
