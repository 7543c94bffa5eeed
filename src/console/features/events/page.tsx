import { Link } from '@tanstack/react-router';
import { eventTypeOf } from '../../data/feed/use-event-types.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { Differences } from '../../parts/change/conflict/Differences.tsx';
import { Code } from '../../parts/code/Code.tsx';
import { subjectName } from '../../parts/events/EventRow.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { Id, When } from '../../parts/marks.tsx';
import { TimeZoneSwitch } from '../../parts/time/TimeZoneSwitch.tsx';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { useWords } from '../../words/index.ts';
import { EventDeliveries } from './event-deliveries.tsx';
import { webhookOf } from './filters.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

const EventDocument = graphql(`
  query Event($id: ID!) {
    event(id: $id) {
      id typeName timestamp cursor organizationId data
      subject { kind id label }
      actor { kind id label }
      cause { operation channel requestId traceId }
    }
  }
`);

const NeighborsDocument = graphql(`
  query Neighbors($subject: ID!, $cursor: String!) {
    before: events(last: 1, before: $cursor, filter: { subjectId: $subject }) { nodes { id } }
    after: events(first: 1, after: $cursor, filter: { subjectId: $subject }) { nodes { id } }
  }
`);

/** An event: its subject, actor and cause, what it changed, and its neighbors about the same record. */
export function EventPage(): ReactNode {
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: EventDocument, variables: { id } });
  return (
    <RecordFrame record={data?.event} error={error} isLoading={fetching} again={again}>
      {(event) => <EventDetails event={event} />}
    </RecordFrame>
  );
}

type EventRecord = NonNullable<ResultOf<typeof EventDocument>['event']>;

function EventDetails({ event }: { event: EventRecord }): ReactNode {
  const words = useWords();
  const may = useMay();
  return (
    <article className="stack">
      <header className="stack event-head">
        <div className="row">
          <PageHeading title={event.typeName} grows>
            <code>{event.typeName}</code>
          </PageHeading>
          {may('webhooks:write') ? (
            <ChangeButton operation="createWebhook" input={webhookOf(conditionsOf(event))}>
              {words.events.makeWebhook}…
            </ChangeButton>
          ) : null}
        </div>
        <Id id={event.id} />
      </header>
      <div className="card padded">
        <Facts
          facts={[
            [
              words.events.when,
              <span key="at" className="row tight">
                <When at={event.timestamp} isExact /> <TimeZoneSwitch />
              </span>,
            ],
            [words.events.about, <Who key="subject" id={event.subject.id} label={subjectName(event.subject, words)} />],
            [
              words.common.by,
              <Who key="actor" id={event.actor.id} label={event.actor.label ?? words.label(event.actor.kind)} />,
            ],
            [
              words.events.cause,
              <span key="cause">
                <code>{event.cause.operation}</code> · {words.label(event.cause.channel)} ·{' '}
                <Link to="/events" search={{ where: { requestId: event.cause.requestId } }}>
                  <code>{event.cause.requestId}</code>
                </Link>
                {event.cause.traceId ? (
                  <>
                    {' · '}
                    <Link to="/events" search={{ where: { traceId: event.cause.traceId } }}>
                      {words.events.sameTrace}
                    </Link>
                  </>
                ) : null}
              </span>,
            ],
            [words.events.changed, <Differences key="changes" event={event} />],
          ]}
        />
      </div>
      {may('webhooks:read') ? <EventDeliveries id={event.id} /> : null}
      {event.cursor ? <Neighbors id={event.id} subject={event.subject.id} cursor={event.cursor} /> : null}
      <WithOthers event={event} />
      <Code label="JSON">{JSON.stringify(event.data, null, 2)}</Code>
    </article>
  );
}

/** The comparison with another event, which is loaded after the page. */
const WithOthers = ({ event }: { event: EventRecord }): ReactNode => (
  <Suspense>
    <Comparison event={event} />
  </Suspense>
);

/** Conditions that such events meet. */
const conditionsOf = ({ typeName, organizationId }: EventRecord): Record<string, string> => ({
  types: eventTypeOf(typeName),
  ...(organizationId ? { organizationId } : {}),
});

function Neighbors({ id, subject, cursor }: { id: string; subject: string; cursor: string }): ReactNode {
  const words = useWords();
  const [{ data }] = useQuery({ query: NeighborsDocument, variables: { subject, cursor } });
  const link = (to: string | undefined, text: string): ReactNode =>
    to ? <LinkButton to={`/events/${to}`}>{text}</LinkButton> : null;
  const previous = data?.before?.nodes[0]?.id;
  return (
    <nav className="row" aria-label={words.events.neighbors}>
      {link(previous, `‹ ${words.events.earlier}`)}
      {link(data?.after?.nodes[0]?.id, `${words.events.later} ›`)}
      {previous ? (
        <LinkButton to={`/events/${id}`} search={{ compare: previous }}>
          {words.events.comparison.previous}
        </LinkButton>
      ) : null}
      <LinkButton to="/events" search={{ where: { subjectId: subject } }}>
        {words.events.allAbout}
      </LinkButton>
    </nav>
  );
}
