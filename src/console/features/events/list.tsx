import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { onEvents } from '../../data/feed.ts';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { EventRow } from '../../parts/EventRow.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Pager } from '../../parts/list/Pager.tsx';
import { useWords } from '../../words/index.ts';
import { EventFilters } from './filters.tsx';

const EventsDocument = graphql(`
  query Events($first: Int, $after: String, $last: Int, $before: String, $filter: EventFilter) {
    events(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: { field: POSITION, direction: DESC }) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const pageSize = 50;

/** What happened: all events, newest first, filtered by the address. */
export function Audit(): ReactNode {
  const words = useWords();
  const setAddress = useSetAddress();
  const { where = {}, after, before } = useAddress();
  const { type, ...rest } = where;
  const filter = { ...rest, ...(typeof type === 'string' ? { types: [type as never] } : {}) };
  const page = before ? { last: pageSize, before } : { first: pageSize, after: after ?? null };
  const [{ data, error }, again] = useQuery({ query: EventsDocument, variables: { ...page, filter } });
  const [fresh, setFresh] = useState(0);
  useEffect(() => onEvents((events) => setFresh((count) => count + events.length)), []);
  const show = (): void => {
    setFresh(0);
    setAddress({ after: undefined, before: undefined });
    again({ requestPolicy: 'network-only' });
  };
  const events = data?.events?.nodes ?? [];
  return (
    <section className="stack">
      <h1>{words.navigation.audit}</h1>
      <EventFilters />
      {fresh > 0 ? (
        <div>
          <Button variant="light" onClick={show}>
            {words.list.fresh(fresh)}
          </Button>
        </div>
      ) : null}
      {error && !data?.events ? <Fault error={error} again={again} /> : null}
      <ul className="plain-list card" aria-label={words.navigation.audit}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
        {data?.events && events.length === 0 ? <li className="empty">{words.events.none}</li> : null}
      </ul>
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Pager info={data?.events?.pageInfo} />
      </div>
    </section>
  );
}
