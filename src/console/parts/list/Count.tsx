import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useWords, type Words } from '../../words/index.ts';
import type { ListDocument } from './definition.ts';

/** Where counting stops. */
export const upTo = 10_000;

/** A number of records that were counted up to the bound. */
export const countText = (total: number, { list, number }: Words): string =>
  total >= upTo ? list.atMost(upTo) : number(total);

interface Counted {
  page: { totalCount: number | null } | null;
}

/** The number of records as a text, null until it is known: a query of its own, because it takes longer. */
export function useCount(
  document: ListDocument<Counted>,
  { filter, search }: Readonly<Record<string, unknown>>,
): string | null {
  const words = useWords();
  const [{ data }] = useQuery({ query: document, variables: { filter, ...(search ? { search } : {}), upTo } });
  const total = data?.page?.totalCount;
  return total == null ? null : countText(total, words);
}

export function Count({
  document,
  variables,
}: {
  document: ListDocument<Counted>;
  variables: Record<string, unknown>;
}): ReactNode {
  return (
    <span className="soft" style={{ fontSize: '0.875rem', fontWeight: 400 }}>
      {useCount(document, variables)}
    </span>
  );
}
