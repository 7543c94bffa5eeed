import { useRef } from 'react';
import type { Change } from './use-news.ts';

interface Steady<Row> {
  rows: readonly Row[];
  /** Takes the rows of the next answer as they are. */
  release: () => void;
}

/**
 * The rows of a page, each at its place for as long as someone looks at it: when the page is read again, new rows are
 * left out, and rows that are deleted or now on the next page stay. A row that changes and no longer belongs here goes.
 * Without a page, rows are what was read.
 */
export function useSteadyRows<Row extends { id: string }>(
  latest: readonly Row[],
  page: number | undefined,
  changes: ReadonlyMap<string, Change>,
): Steady<Row> {
  const held = useRef<{ page: number | undefined; rows: readonly Row[] } | null>(null);
  const releasedAt = useRef<readonly Row[] | null>(null);
  const byId = new Map(latest.map((row) => [row.id, row]));
  const hasLeft = ({ id }: Row): boolean => !byId.has(id) && changes.get(id)?.isDeletion === false;
  const before = held.current;
  // A page that was empty has no places to keep.
  const isOther =
    page === undefined ||
    before === null ||
    before.page !== page ||
    before.rows.length === 0 ||
    before.rows.some(hasLeft);
  const isReleased = releasedAt.current !== null && releasedAt.current !== latest;
  if (isReleased) releasedAt.current = null;
  const places = isOther || isReleased ? latest : before.rows;
  held.current = { page, rows: places };
  const rows = places.map((row) => byId.get(row.id) ?? row);
  const release = (): void => {
    releasedAt.current = latest;
  };
  return { rows, release };
}
