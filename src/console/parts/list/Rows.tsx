import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/index.ts';
import type { Column, ListDefinition } from './definition.ts';
import { selectBox } from './SelectBox.tsx';
import type { News } from './use-news.ts';

interface Props<Row extends { id: string }> {
  list: ListDefinition<Row>;
  rows: readonly Row[];
  /** Index of the row with the keyboard's cursor; -1 for none. */
  current: number;
  news: News;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onSelectAll: (ids: ReadonlySet<string>) => void;
}

/** The rows: a table, or cards on a narrow screen. The roles keep it a table for screen readers in both cases. */
export function Rows<Row extends { id: string }>(props: Props<Row>): ReactNode {
  const { list, rows, selected, onSelectAll } = props;
  const words = useWords();
  const hasSelection = list.actions !== undefined;
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const all = (): void => onSelectAll(new Set(areAllSelected ? [] : rows.map(({ id }) => id)));
  return (
    <div className="table-frame">
      <table className="list" role="table" aria-label={list.title(words)}>
        <thead role="rowgroup">
          <tr role="row">
            {hasSelection ? (
              <th role="columnheader" style={{ width: 24 }}>
                {list.takesOne ? (
                  <span className="visually-hidden">{words.list.selectAll}</span>
                ) : (
                  selectBox(areAllSelected, words.list.selectAll, all)
                )}
              </th>
            ) : null}
            {list.columns.map(({ key, title }) => (
              <th key={key} role="columnheader">
                {title(words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <TableRow key={row.id} {...props} row={row} isCurrent={index === props.current} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row extends { id: string }>({
  list,
  row,
  isCurrent,
  news,
  selected,
  onSelect,
}: Props<Row> & { row: Row; isCurrent: boolean }): ReactNode {
  const words = useWords();
  const element = useRef<HTMLTableRowElement>(null);
  const change = news.changes.get(row.id);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <tr
      ref={element}
      role="row"
      data-id={row.id}
      data-current={isCurrent}
      data-changed={change !== undefined && !change.isDeletion}
      data-deleted={change?.isDeletion ?? false}
      title={change?.actor ? words.list.changedBy(change.actor) : undefined}
    >
      {list.actions ? (
        <td role="cell" className="select">
          {selectBox(selected.has(row.id), words.list.select(list.nameOf(row, words)), () => onSelect(row.id))}
        </td>
      ) : null}
      {list.columns.map((column) => (
        <td key={column.key} role="cell" className={column.role ?? ''}>
          <Cell list={list} column={column} row={row} />
        </td>
      ))}
    </tr>
  );
}

function Cell<Row extends { id: string }>({
  list,
  column,
  row,
}: {
  list: ListDefinition<Row>;
  column: Column<Row>;
  row: Row;
}): ReactNode {
  const words = useWords();
  const shown = column.show(row, words);
  if (column.role !== 'name' || !list.pathOf) return shown;
  return (
    <Link to={list.pathOf(row)} className="record-link">
      {shown}
    </Link>
  );
}
