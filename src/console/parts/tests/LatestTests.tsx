import type { TypedDocumentNode } from '@urql/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import type { EventTypeName } from '../../data/event-facts.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { StateMark, When } from '../marks.tsx';
import { type Part, RecordSection } from '../record/Records.tsx';

interface Tested {
  id: string;
  timestamp: string;
}

interface Props<Event extends Tested> {
  /** The id of the record that is tested. */
  id: string;
  /** The events of its tests. */
  type: EventTypeName;
  document: TypedDocumentNode<{ page: Part<Event> | null }, { id: string; after?: string | null }>;
  title: string;
  empty: string;
  /** Whether the test failed, its outcome, and what was tested or by whom; null for another event. */
  show: (event: Event) => { isFailed: boolean; outcome: ReactNode; detail: ReactNode } | null;
}

/** The outcomes of earlier tests of a record, newest first. */
export function LatestTests<Event extends Tested>(props: Props<Event>): ReactNode {
  const { id, type, document, title, empty, show } = props;
  const [{ data }, again] = useQuery({ query: document, variables: { id } });
  useAgainAfterEvents(again, ({ subject, typeName }) => subject.id === id && typeName === type);
  return (
    <RecordSection
      title={title}
      empty={empty}
      isSearchable={false}
      first={data?.page}
      document={document}
      variables={{ id }}
    >
      {(event) => {
        const test = show(event);
        return test ? (
          <li key={event.id} className="row">
            <StateMark tone={test.isFailed ? 'bad' : 'good'}>{test.outcome}</StateMark>
            <span className="grow">{test.detail}</span>
            <When at={event.timestamp} />
          </li>
        ) : null;
      }}
    </RecordSection>
  );
}
