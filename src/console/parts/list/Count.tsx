import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { useWords, type Words } from '../../words/index.ts';
import type { ListDocument, Total } from './definition.ts';

/** A number of records as a text, null until it is known. */
export function countText(total: Total | null | undefined, { list, number }: Words): string | null {
  if (total?.totalCount == null) return null;
  return total.totalCountIsExact ? number(total.totalCount) : list.orMore(total.totalCount);
}

interface Counted {
  page: Total | null;
}

/** The number of records as a text, null until it is known: a query of its own, because it takes longer. */
export function useCount(
  document: ListDocument<Counted>,
  { filter, search }: Readonly<Record<string, unknown>>,
  reads = 0,
): string | null {
  const words = useWords();
  // Another context is another reading.
  const context = useMemo(() => ({ reads }), [reads]);
  const [{ data }] = useQuery({ query: document, variables: { filter, ...(search ? { search } : {}) }, context });
  return countText(data?.page, words);
}

interface Props {
  document: ListDocument<Counted>;
  variables: Record<string, unknown>;
  /** The number of times that the list was read again: its count may be another one then. */
  reads: number;
}

export const Count = ({ document, variables, reads }: Props): ReactNode => (
  <span className="soft count">{useCount(document, variables, reads)}</span>
);
