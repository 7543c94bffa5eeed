import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useWords } from '../../words/index.ts';
import type { ListDocument } from './definition.ts';

/** Where counting stops. */
const upTo = 10_000;

interface Counted {
  page: { totalCount: number | null } | null;
}

/** The number of records: a query of its own, because it takes longer than the page. */
export function Count({
  document,
  variables,
}: {
  document: ListDocument<Counted>;
  variables: Record<string, unknown>;
}): ReactNode {
  const words = useWords();
  const { filter, search } = variables;
  const [{ data }] = useQuery({ query: document, variables: { filter, ...(search ? { search } : {}), upTo } });
  const total = data?.page?.totalCount;
  if (total == null) return null;
  const text = total >= upTo ? words.list.atMost(upTo) : words.number(total);
  return (
    <span className="soft" style={{ fontSize: '0.875rem', fontWeight: 400 }}>
      {text}
    </span>
  );
}
