import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMay } from '../../data/viewer.ts';
import { EventRow } from '../../parts/events/EventRow.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Day, StateMark, When } from '../../parts/marks.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { useWords } from '../../words/index.ts';
import { useApplication } from './application.ts';
import { NewSecret } from './new-secret.tsx';
import { Reached } from './reached.tsx';
import { isConfidential, Secrets } from './secrets.tsx';

/** The secrets of an application, its state with the APIs that it has reached, and its latest actions. */
export function ApplicationOverview(): ReactNode {
  const application = useApplication();
  const may = useMay();
  return (
    <>
      <NewSecret />
      {isConfidential(application) && may('applications:read') ? <Secrets /> : null}
      <div className="columns">
        <State />
        <Actions />
      </div>
    </>
  );
}

function State(): ReactNode {
  const { id, type, isThirdParty, tokenExchange, lastUsedAt, createdAt } = useApplication();
  const { applications: texts, tokenExchange: exchange, record, state, list, label } = useWords();
  return (
    <section className="card padded stack tight">
      <h2>{texts.state}</h2>
      <Facts
        facts={[
          [texts.type, label(type)],
          [texts.thirdParty, isThirdParty ? list.yes : list.no],
          [
            texts.exchange,
            <Link key="exchange" to={`/applications/${id}/settings`}>
              {tokenExchange.isAllowed ? <StateMark tone="good">{texts.allowed}</StateMark> : state.disabled}
            </Link>,
          ],
          [texts.lastUsed, <Day key="used" at={lastUsedAt} />],
          [record.created, <When key="created" at={createdAt} />],
        ]}
      />
      {tokenExchange.isAllowed ? (
        <>
          <h3>{exchange.title}</h3>
          <Reached id={id} />
          <div className="row">
            <LinkButton to="/explain" search={{ app: id }}>
              {exchange.explain}
            </LinkButton>
          </div>
        </>
      ) : null}
    </section>
  );
}

const ActionsDocument = graphql(`
  query ApplicationActions($id: ID!) {
    page: events(first: 5, filter: { actorId: $id }, orderBy: { field: POSITION, direction: DESC }) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } cause { operation channel requestId } }
    }
  }
`);

/** The last things that an application did by itself, for those who may read events. */
function Actions(): ReactNode {
  const { id } = useApplication();
  const { applications: texts, record } = useWords();
  const isReadable = useMay()('events:read', 'anywhere');
  const [{ data }, again] = useQuery({ query: ActionsDocument, variables: { id }, pause: !isReadable });
  useAgainAfterEvents(again, ({ actor }) => actor.id === id);
  const events = data?.page?.nodes;
  if (!events) return null;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{record.eventsOf.by}</h2>
        <Link to={`/applications/${id}/events`}>{texts.allEvents}</Link>
      </div>
      {events.length === 0 ? <p className="soft">{texts.noActions}</p> : null}
      <ul className="plain-list" aria-label={record.eventsOf.by}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}
