import { NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo, useRef } from 'react';
import { useQuery } from 'urql';
import { beginOfDays } from '../../data/exchange-use.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Rows } from '../../parts/list/Rows.tsx';
import { SearchBox } from '../../parts/list/controls/SearchBox.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { useWords } from '../../words/index.ts';
import { edgeColumns, edgeLines } from './edge-cells.tsx';
import { type Edge, edgesOf, edgeStates, isShown, MapDocument } from './edges.ts';
import { MapPicture } from './picture.tsx';
import { PageHeading } from '../../parts/PageHeading.tsx';

/** Days; edges that were not used for longer are not shown. The ledger is summed up once a minute. */
const kept = 90;
const minute = 60_000;
/** Edges that the picture shows; the table shows all. */
const mostDrawn = 60;

/** Allowed and recorded token exchanges between applications: a picture, and a table with the same filter. */
export function DelegationMap(): ReactNode {
  const words = useWords();
  const { map: texts } = words;
  const may = useMay();
  const withApplications = may('applications:read', 'anywhere');
  const withRules = may('applications:read');
  const withApis = may('resources:read');
  const variables = useMemo(
    () => ({ week: beginOfDays(7), kept: beginOfDays(kept), withApplications, withRules, withApis }),
    [withApplications, withRules, withApis],
  );
  const [{ data, error }, again] = useQuery({ query: MapDocument, variables });
  useAgainWhile(true, again, minute);
  const { q = '', where = {} } = useAddress();
  const state = typeof where['state'] === 'string' ? where['state'] : undefined;
  const all = useMemo(() => (data ? edgesOf(data, variables.week) : []), [data, variables.week]);
  const shown = useMemo(() => all.filter((edge) => isShown(edge, q, state)), [all, q, state]);
  const isIncomplete = data?.kept?.hasMore === true || data?.allowed?.pageInfo.hasNextPage === true;
  return (
    <section className="stack">
      <header className="stack tight">
        <PageHeading title={words.navigation.map} />
        <p className="soft">{texts.intro}</p>
      </header>
      {error && !data ? <Fault error={error} again={again} /> : null}
      {!data && !error ? <Loading /> : null}
      {data && all.length === 0 ? withApplications ? <NoEdges /> : <NoneSeen /> : null}
      {all.length > 0 ? (
        <>
          <Filters state={state} />
          {shown.length > 0 ? <MapPicture edges={shown.slice(0, mostDrawn)} /> : null}
          {shown.length > mostDrawn ? <p className="soft wide-only">{texts.drawn(mostDrawn)}</p> : null}
          {isIncomplete ? <p className="notice">{texts.incomplete}</p> : null}
          <EdgeTable edges={shown} />
        </>
      ) : null}
    </section>
  );
}

function Filters({ state }: { state: string | undefined }): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const search = useRef<HTMLInputElement>(null);
  const any = { value: '', label: `${words.common.state}: ${words.list.any}` };
  const states = edgeStates.map((one) => ({ value: one, label: `${words.common.state}: ${words.map.states[one]}` }));
  return (
    <div className="row" role="search">
      <SearchBox inputRef={search} />
      <NativeSelect
        aria-label={words.list.filter(words.common.state)}
        data={[any, ...states]}
        value={state ?? ''}
        onChange={({ currentTarget: { value: one } }) => setAddress({ where: one ? { state: one } : undefined })}
      />
    </div>
  );
}

function EdgeTable({ edges }: { edges: readonly Edge[] }): ReactNode {
  const words = useWords();
  const isNarrow = useIsNarrow();
  // Only an exchange shows the application through which people come.
  const isUsed = edges.some(({ state }) => state !== 'UNUSED');
  const wide = isUsed ? edgeColumns : edgeColumns.filter(({ key }) => key !== 'through');
  const list = {
    title: () => words.map.table,
    columns: isNarrow ? edgeLines : wide,
    nameOf: ({ id }: Edge) => id,
  };
  return (
    <div className="card">
      {edges.length === 0 ? <p className="empty">{words.list.none}</p> : <Rows list={list} rows={edges} />}
    </div>
  );
}

/** Nothing was exchanged; whether anything is allowed is not known to the viewer. */
function NoneSeen(): ReactNode {
  const { map: texts, change } = useWords();
  return (
    <div className="empty card stack centered">
      <p>{texts.noneSeen(kept)}</p>
      <p className="soft">{change.lacking('applications:read')}</p>
    </div>
  );
}

function NoEdges(): ReactNode {
  const { map: texts, common, navigation } = useWords();
  return (
    <div className="empty card stack centered">
      <p>{texts.empty}</p>
      <div className="row">
        <ChangeButton operation="setApplicationTokenExchange" input={{ tokenExchangeAllowed: true }} variant="filled">
          {common.allowExchange}…
        </ChangeButton>
        <LinkButton to="/applications">{navigation.applications}</LinkButton>
      </div>
    </div>
  );
}
