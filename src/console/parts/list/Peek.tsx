import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Facts } from '../record/Facts.tsx';
import { Icon } from '../frame/Icon.tsx';
import { useKeys } from '../keys.ts';
import { LinkButton } from '../LinkButton.tsx';
import { RecordEvents } from '../events/RecordEvents.tsx';
import type { ListDefinition } from './definition.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  row: Row;
  close: () => void;
}

/** A record beside its list: all its columns, and the latest events about it. It follows the cursor. */
export function Peek<Row extends { id: string }>({ list, row, close }: Props<Row>): ReactNode {
  const words = useWords();
  const mayReadEvents = useMay()('events:read', 'anywhere');
  const name = list.nameOf(row, words);
  useKeys([['Escape', words.keys.back, close]]);
  return (
    <aside className="peek stack" aria-label={words.list.peek(name)}>
      <div className="row">
        <h2 className="grow">{name}</h2>
        {list.pathOf ? <LinkButton to={list.pathOf(row)}>{words.keys.open}</LinkButton> : null}
        <ActionIcon onClick={close} aria-label={words.change.close}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <Facts facts={list.columns.map(({ title, show }) => [title(words), show(row, words)])} />
      {mayReadEvents ? <RecordEvents key={row.id} id={row.id} /> : null}
    </aside>
  );
}
