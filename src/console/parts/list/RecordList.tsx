import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useAgainAfterEvents, useAgainWhile } from '../../data/feed/use-again.ts';
import { useMay, useMayRun, useViewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Fault } from '../Fault.tsx';
import { Loading } from '../Loading.tsx';
import type { ListDefinition } from './definition.ts';
import { ListBar } from './ListBar.tsx';
import { ListHeading } from './ListHeading.tsx';
import { Pager } from './Pager.tsx';
import type { Peek as EagerPeek } from './Peek.tsx';
import { isNarrowed, placeOf, variablesOf } from './request.ts';
import { Rows } from './Rows.tsx';
import { Selection } from './Selection.tsx';
import { shownColumns } from './shown-columns.ts';
import { useCursor } from './use-cursor.ts';
import { useNews } from './use-news.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { useSelection } from './use-selection.ts';

// Its type parameter is lost by lazy.
const Peek = lazy(async () => ({ default: (await import('./Peek.tsx')).Peek })) as unknown as typeof EagerPeek;

const Beginning = lazy(() => import('../change/beginning/Beginning.tsx'));

/** A list of records: search, filters, order, columns, pages, selection, and what changes while it is open. */
export function RecordList<Row extends { id: string }>({ list: definition }: { list: ListDefinition<Row> }): ReactNode {
  const list = usePermitted(definition);
  const address = useAddress();
  const setAddress = useSetAddress();
  const viewer = useViewer();
  const variables = useMemo(() => variablesOf(definition, address, viewer), [definition, address, viewer]);
  const { answer, again, readAgain, reads } = usePage(list, variables);
  const { data, error, fetching, stale, operation } = answer;
  const search = useRef<HTMLInputElement>(null);
  const shownIds = useRef<readonly string[]>([]);
  const latest = data?.page?.nodes ?? [];
  const releasing = useRef<() => void>(undefined);
  // A person who has made a change looks for it.
  const showOwn = (): void => {
    releasing.current?.();
    readAgain();
  };
  const on = { onOwn: showOwn, onBegin: readAgain };
  const news = useNews(shownIds.current, list, { ...list.within, ...address.where }, on);
  useAgainAfterEvents(readAgain, (event) => list.isAbout?.(event) ?? false);
  const { rows, release } = useSteadyRows(latest, list.isAbout ? undefined : operation?.key, news.changes);
  releasing.current = release;
  shownIds.current = rows.map(({ id }) => id);
  const unshown = news.created.difference(new Set(shownIds.current)).size;
  const created = Math.max(unshown, useUnseen(list, again, latest, rows));
  const selecting = useSelection(rows, list.actions?.every(({ takes }) => takes === 'one') ?? false);
  const current = useCursor(list, rows, selecting, search);
  const chosen = rows.filter(({ id }) => selecting.ids.has(id) && !news.changes.get(id)?.isDeletion);
  const { toggle } = selecting;
  const { peeked, closePeek, buttons } = useRowKeys(list, rows, { selected: chosen, row: rows[current], toggle });
  const shown = { ...list, columns: shownColumns(list.columns, address.columns) };
  const showNew = (): void => {
    news.clear();
    setAddress({ after: undefined, before: undefined });
    showOwn();
  };
  const sorting = {
    order: address.order ?? list.order,
    set: (order: string) => setAddress({ order, after: undefined, before: undefined }),
  };
  return (
    <section className="stack" aria-busy={fetching || stale}>
      <ListHeading list={list} variables={variables} reads={reads} />
      <ListBar list={list} variables={variables} inputRef={search} />
      {error && !data?.page ? <Fault error={error} again={readAgain} /> : null}
      <div className="card">
        <Fresh number={created} show={showNew} />
        <Selection list={list} selected={chosen} groupRef={buttons} {...{ rows, selecting }} />
        <Rows list={shown} {...{ rows, current, news, sorting }} selecting={list.actions && selecting} />
        {data?.page && rows.length === 0 ? <Empty list={list} isNarrowed={isNarrowed(address)} /> : null}
        {!data && fetching ? <Loading lines={12} /> : null}
      </div>
      <Pager info={data?.page?.pageInfo} isForward={list.isForward} />
      <Suspense>{peeked ? <Peek list={list} row={peeked} close={closePeek} /> : null}</Suspense>
    </section>
  );
}

/** A page of a list, and how often it was read again for its number to be so, too. */
function usePage<Row extends { id: string }>({ document }: ListDefinition<Row>, variables: Record<string, unknown>) {
  const [answer, again] = useQuery({ query: document, variables });
  const [reads, setReads] = useState(0);
  const readAgain = useCallback((): void => {
    again({ requestPolicy: 'network-only' });
    setReads((before) => before + 1);
  }, [again]);
  return { answer, again, readAgain, reads };
}

/** Announces new records, without moving what is looked at. */
function Fresh({ number, show }: { number: number; show: () => void }): ReactNode {
  const words = useWords();
  if (number === 0) return null;
  return (
    <div className="row fresh">
      <Button variant="light" onClick={show}>
        {words.list.fresh(number)}
      </Button>
    </div>
  );
}

/** The purpose of the list, and how its first record begins; less if search or filters are why nothing is shown. */
function Empty<Row extends { id: string }>({
  list: { create, empty },
  isNarrowed,
}: {
  list: Pick<ListDefinition<Row>, 'create' | 'empty'>;
  isNarrowed: boolean;
}): ReactNode {
  const words = useWords();
  return (
    <div className="empty stack">
      <p>{isNarrowed ? words.list.none : empty(words)}</p>
      <Suspense>{create && !isNarrowed ? <Beginning {...create} /> : null}</Suspense>
    </div>
  );
}

/** Reads a list again whose records change without events. Returns the number of records that have no row yet. */
function useUnseen<Row extends { id: string }>(
  { isPolled, follow }: Pick<ListDefinition<Row>, 'isPolled' | 'follow'>,
  again: Parameters<typeof useAgainWhile>[1],
  latest: readonly Row[],
  rows: readonly Row[],
): number {
  useAgainWhile(isPolled === true, again);
  const shown = new Set(rows.map(({ id }) => id));
  if (isPolled) return latest.filter(({ id }) => !shown.has(id)).length;
  if (!follow) return 0;
  // Below the first row, others can have come from the next page.
  const first = latest.findIndex(({ id }) => shown.has(id));
  return first === -1 ? latest.length : first;
}

/** A list with the columns that the viewer may see, and the changes that they may make. */
function usePermitted<Row extends { id: string }>(list: ListDefinition<Row>): ListDefinition<Row> {
  const may = useMay();
  const mayRun = useMayRun();
  const { create, actions = [], columns, ...others } = list;
  const permitted = actions.filter(({ operation }) => mayRun(operation, list.within));
  return {
    ...others,
    columns: columns.filter(({ permission }) => may(permission ?? null, placeOf(list))),
    ...(create && mayRun(create.operation, create.input) ? { create } : {}),
    ...(permitted.length > 0 ? { actions: permitted } : {}),
  };
}
