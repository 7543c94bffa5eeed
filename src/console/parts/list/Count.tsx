import type { ReactNode } from 'react';
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
): string | null {
  const words = useWords();
  const [{ data }] = useQuery({ query: document, variables: { filter, ...(search ? { search } : {}) } });
  return countText(data?.page, words);
}

export function Count({
  document,
  variables,
}: {
  document: ListDocument<Counted>;
  variables: Record<string, unknown>;
}): ReactNode {
  return <span className="soft count">{useCount(document, variables)}</span>;
}
