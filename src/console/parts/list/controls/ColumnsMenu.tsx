import { ActionIcon, Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress, useSetAddress } from '../../../data/use-address.ts';
import { useWords } from '../../../words/index.ts';
import type { Column } from '../definition.ts';
import { shownColumns } from '../shown-columns.ts';

/** Chooses the columns of a list, and their order. The address has them. */
export function ColumnsMenu<Row>({ columns }: { columns: readonly Column<Row>[] }): ReactNode {
  const words = useWords();
  const { columns: chosen } = useAddress();
  const setAddress = useSetAddress();
  const shown = shownColumns(columns, chosen);
  const set = (next: readonly Column<Row>[]): void =>
    setAddress({ columns: next.map(({ key }) => key).join(',') }, true);
  const move = (column: Column<Row>, by: 1 | -1): void => {
    const at = shown.indexOf(column);
    const next = shown.filter((one) => one !== column);
    set(next.toSpliced(at + by, 0, column));
  };
  const others = columns.filter((column) => !shown.includes(column));
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default">{words.list.columns}</Button>
      </Popover.Target>
      <Popover.Dropdown className="stack" bg="var(--card)" aria-label={words.list.columns}>
        <ul className="plain-list stack tight">
          {[...shown, ...others].map((column) => (
            <Choice
              key={column.key}
              title={column.title(words)}
              at={shown.indexOf(column)}
              last={shown.length - 1}
              isFixed={column.role === 'name'}
              toggle={() => set(shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column])}
              move={(by) => move(column, by)}
            />
          ))}
        </ul>
        <Button
          variant="default"
          disabled={chosen === undefined}
          onClick={() => setAddress({ columns: undefined }, true)}
        >
          {words.list.resetColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  title: string;
  /** Its place among the shown columns; -1 if it is not shown. */
  at: number;
  last: number;
  isFixed: boolean;
  toggle: () => void;
  move: (by: 1 | -1) => void;
}

function Choice({ title, at, last, isFixed, toggle, move }: ChoiceProps): ReactNode {
  const { list } = useWords();
  return (
    <li className="row tight">
      <label className="row grow">
        <input type="checkbox" checked={at >= 0} disabled={isFixed} onChange={toggle} />
        {title}
      </label>
      <ActionIcon disabled={at < 1} aria-label={list.moveColumn(title, true)} onClick={() => move(-1)}>
        ↑
      </ActionIcon>
      <ActionIcon disabled={at < 0 || at === last} aria-label={list.moveColumn(title, false)} onClick={() => move(1)}>
        ↓
      </ActionIcon>
    </li>
  );
}
