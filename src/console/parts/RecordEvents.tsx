import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../data/graphql.ts';
import { useWords } from '../words/index.ts';
import { EventRow } from './EventRow.tsx';
import { Fault } from './Fault.tsx';

const RecordEventsDocument = graphql(`
  query RecordEvents($id: ID!) {
    events(last: 50, filter: { subjectId: $id }) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } cause { operation channel requestId } }
    }
  }
`);

/** The latest events about a record, newest first. */
export function RecordEvents({ id }: { id: string }): ReactNode {
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: RecordEventsDocument, variables: { id } });
  if (error && !data?.events) return <Fault error={error} again={again} />;
  const events = data?.events?.nodes.toReversed() ?? [];
  return (
    <ul className="plain-list card" aria-label={words.record.events}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
      {data && events.length === 0 ? <li className="empty">{words.events.none}</li> : null}
    </ul>
  );
}
