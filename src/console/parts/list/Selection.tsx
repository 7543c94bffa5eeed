import { ActionIcon, Button, Menu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useAddress, useOpenChange } from '../../data/use-address.ts';
import { useMayRun } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { ChangeButton } from '../ChangeButton.tsx';
import { Icon } from '../frame/Icon.tsx';
import { actionsOn } from './actions-on.ts';
import { useCount } from './Count.tsx';
import type { ListDefinition } from './definition.ts';
import { matchOf } from './request.ts';
import { SelectAll } from './controls/SelectBox.tsx';
import type { Selecting } from './use-selection.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  /** The rows of the page, and the selected ones of them. */
  rows: readonly Row[];
  selected: readonly Row[];
  selecting: Selecting;
  /** Its buttons. */
  groupRef: RefObject<HTMLDivElement | null>;
}

/** The actions on the selected records, or on all that match: in the place of the head, and there while one scrolls. */
export function Selection<Row extends { id: string }>(props: Props<Row>): ReactNode {
  const { list, rows, selected, selecting, groupRef } = props;
  const words = useWords();
  const number = selected.length;
  if (number === 0 || !list.actions) return null;
  return (
    <div ref={groupRef} className="row selection" role="group" aria-label={words.list.selected(number)}>
      <SelectAll selecting={selecting} rows={rows} />
      {actionsOn(list.actions, number).map(({ operation, title, input }) => (
        <ChangeButton key={title(words, number)} operation={operation} input={input(selected)}>
          {title(words, number)}…
        </ChangeButton>
      ))}
      <AllThatMatch list={list} />
      <span className="at-end">{words.list.selected(number)}</span>
      <ActionIcon onClick={() => selecting.setAll(false)} aria-label={words.list.selectNone}>
        <Icon name="close" />
      </ActionIcon>
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
    <Menu position="bottom-end" shadow="md">
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
