import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useMay, useViewer } from '../../data/viewer.ts';
import { EventRow } from '../../parts/EventRow.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Figures } from './Figures.tsx';
import { useWords } from '../../words/index.ts';

const OverviewDocument = graphql(`
  query Overview($applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $events: Boolean!, $webhooks: Boolean!) {
    platform { version issuer }
    exchanging: applications(first: 1, filter: { tokenExchangeAllowed: true }) @include(if: $applications) { nodes { id } }
    applications(first: 5) @include(if: $applications) { nodes { id } }
    apiResources(first: 2) @include(if: $resources) { nodes { id isBuiltIn } }
    roles(first: 2) @include(if: $roles) { nodes { id } }
    failing: webhooks(first: 20, filter: { isFailing: true }) @include(if: $webhooks) { nodes { id displayName } }
    events(last: 8) @include(if: $events) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } }
    }
  }
`);

/** What needs attention today, the first steps, the latest changes. */
export function Overview(): ReactNode {
  const words = useWords();
  const viewer = useViewer();
  const may = useMay();
  const variables = {
    applications: may('applications:read'),
    resources: may('resources:read'),
    roles: may('roles:read'),
    events: may('events:read'),
    webhooks: may('webhooks:read'),
  };
  const [{ data }] = useQuery({ query: OverviewDocument, variables });
  const { overview: texts } = words;
  return (
    <article className="stack">
      <h1>{texts.title(viewer.name)}</h1>
      {data?.failing?.nodes.map(({ id, displayName }) => (
        <p key={id} className="notice" data-kind="bad">
          <Link to={`/webhooks/${id}`}>{displayName}</Link> {texts.failing}
        </p>
      ))}
      <div className="columns">
        <FirstSteps data={data} />
        <Addresses {...data?.platform} />
      </div>
      <Figures />
      {data?.events ? (
        <section className="stack tight">
          <h2>{texts.latest}</h2>
          <ul className="plain-list card">
            {data.events.nodes.toReversed().map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  );
}

/** The steps to a first token exchange. */
function FirstSteps({ data }: { data: ResultOf<typeof OverviewDocument> | undefined }): ReactNode {
  const words = useWords();
  const { overview: texts } = words;
  const steps: readonly (readonly [text: string, path: string, isDone: boolean])[] = [
    [texts.resource, '/resources', data?.apiResources?.nodes.some(({ isBuiltIn }) => !isBuiltIn) ?? false],
    [texts.role, '/roles', (data?.roles?.nodes.length ?? 0) > 1],
    [texts.application, '/applications', (data?.applications?.nodes.length ?? 0) > 0],
    [texts.exchange, '/applications', (data?.exchanging?.nodes.length ?? 0) > 0],
    [texts.explain, '/explain', false],
  ];
  return (
    <section className="card padded stack tight">
      <h2>{texts.steps}</h2>
      <ol className="plain-list stack tight">
        {steps.map(([text, path, isDone]) => (
          <li key={text}>
            <span className={isDone ? 'good' : 'soft'} aria-hidden="true">
              {isDone ? '✓' : '○'}
            </span>{' '}
            <Link to={path}>{text}</Link> {isDone ? <span className="visually-hidden">{words.change.done}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the platform answers. The console is served by the same origin. */
function Addresses({ issuer, version }: { issuer?: string; version?: string }): ReactNode {
  const { overview: texts } = useWords();
  const addresses = [
    [texts.graphql, `${location.origin}/graphql`],
    [texts.rest, `${location.origin}/api/docs`],
    [texts.schema, `${location.origin}/api/openapi.json`],
    [texts.discovery, issuer && `${issuer}/.well-known/openid-configuration`],
  ] as const;
  return (
    <section className="card padded stack tight">
      <h2>{texts.addresses}</h2>
      <Facts facts={addresses.map(([name, href]) => [name, href ? <Address key={name} href={href} /> : null])} />
      <p className="soft">{version === undefined ? null : texts.version(version)}</p>
    </section>
  );
}

const Address = ({ href }: { href: string }): ReactNode => (
  <a href={href} target="_blank" rel="noreferrer">
    {href}
  </a>
);
