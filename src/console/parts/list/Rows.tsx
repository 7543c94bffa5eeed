import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/index.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import type { Column, ListDefinition } from './definition.ts';
import { SelectAll, selectBox } from './controls/SelectBox.tsx';
import type { News } from './use-news.ts';
import type { Selecting } from './use-selection.ts';

interface Props<Row extends { id: string }> {
  list: Pick<ListDefinition<Row>, 'title' | 'columns' | 'nameOf' | 'pathOf'>;
  rows: readonly Row[];
  /** Index of the row with the keyboard's cursor; -1 for none. */
  current?: number;
  news?: News;
  selecting?: Selecting | undefined;
  sorting?: Sorting;
}

/** The order of a list: a field, with "-" before it for descending. */
interface Sorting {
  order: string;
  set: (order: string) => void;
}

/** The rows: a table, or cards on a narrow screen. The roles keep it a table for screen readers in both cases. */
export function Rows<Row extends { id: string }>(props: Props<Row>): ReactNode {
  const { list, rows, selecting, sorting } = props;
  const words = useWords();
  return (
    <div className="table-frame">
      <table className="list" role="table" aria-label={list.title(words)}>
        <thead role="rowgroup">
          <tr role="row">
            {selecting ? (
              <th role="columnheader" className="select">
                <SelectAll selecting={selecting} rows={rows} />
              </th>
            ) : null}
            {list.columns.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} />
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

/** The title of a column; a button if the list can be ordered by it. */
function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }): ReactNode {
  const words = useWords();
  // On a narrow screen there is no head to be seen.
  const isNarrow = useIsNarrow();
  const title = column.title(words);
  const { order: field } = column;
  if (!sorting || !field || isNarrow) return <th role="columnheader">{title}</th>;
  const direction = sorting.order === field ? 'ascending' : sorting.order === `-${field}` ? 'descending' : 'none';
  return (
    <th role="columnheader" aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() => sorting.set(direction === 'descending' ? field : `-${field}`)}
      >
        {title}
        <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
      </button>
    </th>
  );
}

function TableRow<Row extends { id: string }>({
  list,
  row,
  isCurrent,
  news,
  selecting,
}: Props<Row> & { row: Row; isCurrent: boolean }): ReactNode {
  const words = useWords();
  const element = useRef<HTMLTableRowElement>(null);
  const change = news?.changes.get(row.id);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const { id } = row;
  return (
    <tr
      ref={element}
      role="row"
      data-id={id}
      data-current={isCurrent}
      data-changed={change !== undefined && !change.isDeletion}
      data-deleted={change?.isDeletion ?? false}
      title={change?.actor ? words.list.changedBy(change.actor) : undefined}
    >
      {selecting ? (
        <td role="cell" className="select">
          {selectBox(selecting.ids.has(id), words.list.select(list.nameOf(row, words)), (withRange) =>
            selecting.toggle(id, withRange),
          )}
        </td>
      ) : null}
      {list.columns.map((column) => (
        <td key={column.key} role="cell" className={column.role ?? ''} data-label={column.title(words)}>
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
  list: Pick<ListDefinition<Row>, 'pathOf'>;
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
