import type { ReactNode } from 'react';
import type { RefusedItem } from '../../../data/change.ts';
import { idsIn, useRecordNames } from '../../../data/records/record-names.ts';
import { useWords } from '../../../words/index.ts';
import { Named } from '../Known.tsx';
import { objectOf } from '../values.ts';

interface Props {
  /** The title, with the number of items that would be refused, or were, of all. */
  titleOf: (refused: number, all: number) => string;
  /** The items of the bulk call. */
  items: unknown;
  refused: readonly RefusedItem[];
}

/** The items of a bulk call that are refused, each by what it is about, with the reason. */
export function RefusedItems({ titleOf, items, refused }: Props): ReactNode {
  const words = useWords();
  if (refused.length === 0) return null;
  const title = titleOf(refused.length, Array.isArray(items) ? items.length : 0);
  return (
    <div className="notice stack tight" data-kind="bad" role="alert">
      <strong>{title}</strong>
      <ul className="plain-list" aria-label={title}>
        {refused.map(({ index, failure }) => (
          <li key={index}>
            <ItemName items={items} index={index} />
            <br />
            {failure.problems.length > 0 ? failure.problems.map(words.reason).join(' ') : words.reason(failure)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The name of an item: that of its record, or the first text of a new one. */
export function ItemName({ items, index }: { items: unknown; index: number }): ReactNode {
  const item = objectOf(Array.isArray(items) ? items[index] : undefined);
  const names = useRecordNames(idsIn(items));
  const record = idsIn(item).flatMap((id) => names.get(id) ?? [])[0];
  if (record) return <Named record={record} />;
  return <bdi>{Object.values(item).find((value) => typeof value === 'string')}</bdi>;
}
