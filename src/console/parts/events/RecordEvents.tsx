import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useWords } from '../../words/index.ts';
import { EventRow } from './EventRow.tsx';
import { Fault } from '../Fault.tsx';
import { Records } from '../record/Records.tsx';

const RecordEventsDocument = graphql(`
  query RecordEvents($id: ID!, $after: String) {
    page: events(first: 50, after: $after, filter: { subjectId: $id }, orderBy: { field: POSITION, direction: DESC }) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } cause { operation channel requestId } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The events about a record, newest first. */
export function RecordEvents({ id }: { id: string }): ReactNode {
  const words = useWords();
  const [{ data, error }, again] = useQuery({ query: RecordEventsDocument, variables: { id } });
  // An answer without events names no record whose events it could follow.
  useAgainAfterEvents(again, ({ subject }) => subject.id === id && data?.page?.nodes.length === 0);
  if (error && !data?.page) return <Fault error={error} again={again} />;
  return (
    <ul className="plain-list card" aria-label={words.record.events}>
      <Records first={data?.page} document={RecordEventsDocument} variables={{ id }}>
        {(event) => <EventRow key={event.id} event={event} />}
      </Records>
      {data?.page?.nodes.length === 0 ? <li className="empty">{words.eventRows.none}</li> : null}
    </ul>
  );
}
