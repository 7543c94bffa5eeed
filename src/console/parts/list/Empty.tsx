import { type ReactNode, Suspense } from 'react';
import { useOpenChange } from '../../data/use-address.ts';
import { useWords } from '../../words/index.ts';
import { beginnings } from '../change/beginnings.ts';
import type { ListDefinition } from './definition.ts';

interface Props<Row extends { id: string }> {
  list: Pick<ListDefinition<Row>, 'create' | 'empty'>;
  /** Whether search or filters are why nothing is shown. */
  isNarrowed: boolean;
}

/** What is in the place of rows: what the list is for, and how its first record begins. */
export function Empty<Row extends { id: string }>({ list: { create, empty }, isNarrowed }: Props<Row>): ReactNode {
  const words = useWords();
  const openChange = useOpenChange();
  if (isNarrowed) return <p className="empty">{words.list.none}</p>;
  const Choices = create && beginnings[create.operation];
  return (
    <div className="empty stack">
      <p>{empty(words)}</p>
      <Suspense>{Choices ? <Choices begin={(input) => openChange(create.operation, input)} /> : null}</Suspense>
    </div>
  );
}
