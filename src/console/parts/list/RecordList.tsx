import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import type { Search } from '../../data/address.ts';
import { useAddress, useOpenChange, useSetAddress } from '../../data/use-address.ts';
import { useViewer, type Viewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Fault } from '../Fault.tsx';
import { useKeys } from '../keys.ts';
import { Count } from './Count.tsx';
import type { ListDefinition } from './definition.ts';
import { ListBar } from './ListBar.tsx';
import { Pager } from './Pager.tsx';
import { Rows } from './Rows.tsx';
import { ChangeButton } from '../ChangeButton.tsx';
import { useNews } from './use-news.ts';

const pageSize = 50;

/** A list of records: search, filters, order, pages, selection, and what changes while it is open. */
export function RecordList<Row extends { id: string }>({ list }: { list: ListDefinition<Row> }): ReactNode {
  const words = useWords();
  const address = useAddress();
  const setAddress = useSetAddress();
  const viewer = useViewer();
  const variables = useMemo(() => variablesOf(list, address, viewer), [list, address, viewer]);
  const [{ data, error, fetching, stale }, again] = useQuery({ query: list.document, variables });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const rows = data?.page?.nodes ?? [];
  const news = useNews(rows.map(({ id }) => id));
  const toggle = (id: string): void =>
    setSelected((before) =>
      list.takesOne && !before.has(id) ? new Set([id]) : before.symmetricDifference(new Set([id])),
    );
  const current = useCursor(list, rows, toggle, search);
  const showNew = (): void => {
    news.clear();
    setAddress({ after: undefined, before: undefined });
    again({ requestPolicy: 'network-only' });
  };
  return (
    <section className="stack" aria-busy={fetching || stale}>
      <ListHeading list={list} variables={variables} />
      <ListBar list={list} inputRef={search} />
      {error && !data?.page ? <Fault error={error} again={() => again({ requestPolicy: 'network-only' })} /> : null}
      <div className="card">
        {news.created > 0 ? (
          <div className="row" style={{ padding: '6px 12px' }}>
            <Button variant="light" onClick={showNew}>
              {words.list.fresh(news.created)}
            </Button>
          </div>
        ) : null}
        <Rows {...{ list, rows, current, news, selected }} onSelect={toggle} onSelectAll={setSelected} />
        {data?.page && rows.length === 0 ? (
          <p className="empty">{isNarrowed(address) ? words.list.none : list.empty(words)}</p>
        ) : null}
        {!data && fetching ? <p className="empty">{words.list.loading}</p> : null}
      </div>
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <Selection list={list} rows={rows.filter(({ id }) => selected.has(id))} />
        <Pager info={data?.page?.pageInfo} />
      </div>
    </section>
  );
}

/** The keys of a list. Returns the index of the row with the cursor; -1 for none. */
function useCursor<Row extends { id: string }>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
  toggle: (id: string) => void,
  search: RefObject<HTMLInputElement | null>,
): number {
  const words = useWords();
  const openChange = useOpenChange();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(-1);
  const row = rows[current];
  useKeys([
    ['/', words.keys.search, () => search.current?.focus()],
    ['j', words.keys.nextRow, () => setCurrent((at) => Math.min(at + 1, rows.length - 1))],
    ['k', words.keys.previousRow, () => setCurrent((at) => Math.max(at - 1, 0))],
    ['x', words.keys.select, () => row && toggle(row.id)],
    ['Enter', words.keys.open, () => row && list.pathOf && void navigate({ to: list.pathOf(row) })],
    ['n', words.keys.create, () => list.create && openChange(list.create.operation)],
  ]);
  return current;
}

interface HeadingProps<Row extends { id: string }> {
  list: ListDefinition<Row>;
  variables: Record<string, unknown>;
}

function ListHeading<Row extends { id: string }>({ list, variables }: HeadingProps<Row>): ReactNode {
  const words = useWords();
  const { create } = list;
  return (
    <header className="row" style={{ justifyContent: 'space-between' }}>
      <h1 className="row">
        {list.title(words)} <Count document={list.count} variables={variables} />
      </h1>
      {create ? (
        <ChangeButton operation={create.operation} variant="filled">
          {create.title(words)}
        </ChangeButton>
      ) : null}
    </header>
  );
}

interface SelectionProps<Row extends { id: string }> {
  list: ListDefinition<Row>;
  rows: readonly Row[];
}

function Selection<Row extends { id: string }>({ list, rows }: SelectionProps<Row>): ReactNode {
  const words = useWords();
  if (rows.length === 0 || !list.actions) return <span />;
  return (
    <div className="row" role="group" aria-label={words.list.selected(rows.length)}>
      <span>{words.list.selected(rows.length)}</span>
      {list.actions.map(({ operation, title, input }) => (
        <ChangeButton key={title(words)} operation={operation} input={input(rows)}>
          {title(words)}…
        </ChangeButton>
      ))}
    </div>
  );
}

const isNarrowed = ({ q, where }: Search): boolean => Boolean(q) || Object.keys(where ?? {}).length > 0;

function variablesOf<Row extends { id: string }>(
  list: ListDefinition<Row>,
  address: Search,
  { permissions }: Viewer,
): Record<string, unknown> {
  const order = address.order ?? list.order;
  const orderBy = { field: order.replace(/^-/, ''), direction: order.startsWith('-') ? 'DESC' : 'ASC' };
  const page = address.before
    ? { last: pageSize, before: address.before }
    : { first: pageSize, after: address.after ?? null };
  const search = address.q && address.q.length >= 2 ? { search: address.q } : {};
  const gates = Object.entries(list.gates ?? {}).map(([name, permission]) => [name, permissions.has(permission)]);
  return { ...Object.fromEntries(gates), ...page, ...search, filter: filterOf(list, address), orderBy };
}

const filterOf = <Row extends { id: string }>({ filters }: ListDefinition<Row>, { where = {} }: Search) =>
  Object.fromEntries(
    Object.entries(where).map(([name, value]) => {
      const read = filters.find(({ key }) => key === name)?.read;
      return [name, read ? read(String(value)) : value];
    }),
  );
