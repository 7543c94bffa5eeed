import { Button, Menu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useAddress, useOpenChange } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../ChangeButton.tsx';
import { useCount } from './Count.tsx';
import type { ListDefinition } from './definition.ts';
import { matchOf } from './request.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  rows: readonly Row[];
  /** Its buttons. */
  groupRef: RefObject<HTMLDivElement | null>;
}

/** The actions on the selected records, or on all that match. */
export function Selection<Row extends { id: string }>({ list, rows, groupRef }: Props<Row>): ReactNode {
  const words = useWords();
  if (rows.length === 0 || !list.actions) return <span />;
  return (
    <div ref={groupRef} className="row" role="group" aria-label={words.list.selected(rows.length)}>
      <span>{words.list.selected(rows.length)}</span>
      {list.actions
        .filter(({ takesOne }) => !takesOne || rows.length === 1)
        .map(({ operation, title, input }) => (
          <ChangeButton key={title(words)} operation={operation} input={input(rows)}>
            {title(words)}…
          </ChangeButton>
        ))}
      <AllThatMatch list={list} />
    </div>
  );
}

/** Starts a job for all records that match, on this page or another. Its dialog counts them first. */
function AllThatMatch<Row extends { id: string }>({ list }: Pick<Props<Row>, 'list'>): ReactNode {
  const words = useWords();
  const address = useAddress();
  const openChange = useOpenChange();
  const mayRun = useMayRun();
  const total = useCount(list.count, matchOf(list, address));
  if (!list.jobs || total === null || !mayRun('startJob')) return null;
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <Button variant="subtle">{words.list.allThatMatch(total)}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.jobs.map(({ title, input }) => (
          <Menu.Item key={title(words)} onClick={() => openChange('startJob', { ...input, ...matchOf(list, address) })}>
            {title(words)}…
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
