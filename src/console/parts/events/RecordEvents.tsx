import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useWords } from '../../words/index.ts';
import { EventRow } from './EventRow.tsx';
import { Fault } from '../Fault.tsx';
import { Records } from '../record/Records.tsx';

const RecordEventsDocument = graphql(`
  query RecordEvents($filter: EventFilter!, $after: String) {
    page: events(first: 50, after: $after, filter: $filter, orderBy: { field: POSITION, direction: DESC }) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } cause { operation channel requestId } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The events about a record, those that it caused, or those of changes in which it acted for users. */
export type EventsOf = 'about' | 'by' | 'through';

const conditions = { about: 'subjectId', by: 'actorId', through: 'applicationId' } as const;

/** The events of a record, newest first. */
export function RecordEvents({ id, of = 'about' }: { id: string; of?: EventsOf }): ReactNode {
  const words = useWords();
  const variables = { filter: { [conditions[of]]: id } };
  const [{ data, error }, again] = useQuery({ query: RecordEventsDocument, variables });
  // An answer without events names no record whose events it could follow.
  useAgainAfterEvents(again, ({ subject, actor }) => {
    if (of === 'about') return subject.id === id && data?.page?.nodes.length === 0;
    // Which application acted for a user is not in the feed.
    return of === 'by' ? actor.id === id : actor.kind === 'USER';
  });
  if (error && !data?.page) return <Fault error={error} again={again} />;
  return (
    <ul className="plain-list card" aria-label={words.record.events}>
      <Records first={data?.page} document={RecordEventsDocument} variables={variables}>
        {(event) => <EventRow key={event.id} event={event} />}
      </Records>
      {data?.page?.nodes.length === 0 ? <li className="empty">{words.eventRows.none}</li> : null}
    </ul>
  );
}
