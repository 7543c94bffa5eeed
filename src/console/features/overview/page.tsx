import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { hasRights, homeOf, useMay, useMayRun, useViewer } from '../../data/viewer.ts';
import { Contact } from '../../parts/access/Contact.tsx';
import { EventRow } from '../../parts/events/EventRow.tsx';
import { Facts } from '../../parts/record/Facts.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Id } from '../../parts/marks.tsx';
import { LinkButton } from '../../parts/LinkButton.tsx';
import { Attention } from './attention.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useTexts } from './use-texts.ts';
import { useWords } from '../../words/index.ts';
import { PageHeading } from '../../parts/PageHeading.tsx';

// Loaded by those who can mend it.
const OnlyAdministrator = lazy(() => import('../../parts/access/OnlyAdministrator.tsx'));

const OverviewDocument = graphql(`
  query Overview($events: Boolean!) {
    platform { version issuer }
    events(last: 8) @include(if: $events) {
      nodes { id typeName timestamp subject { kind id label } actor { kind id label } }
    }
  }
`);

/** The start page: that of the platform, or of someone's organization; or what someone without any rights can do. */
export function Overview(): ReactNode {
  const viewer = useViewer();
  const home = homeOf(viewer);
  if (home !== '/') return <Navigate to={home} replace />;
  return <Suspense fallback={<Loading lines={12} />}>{hasRights(viewer) ? <Platform /> : <NoRights />}</Suspense>;
}

/** The page of a viewer without any permission: the contact to ask, and the name and id by which they are found. */
function NoRights(): ReactNode {
  const { overview: texts } = useTexts();
  const { navigation, shell } = useWords();
  const { id, name, address } = useViewer();
  return (
    <article className="stack">
      <PageHeading title={navigation.overview}>{texts.title(name)}</PageHeading>
      <section className="card padded stack" aria-label={texts.noPermission}>
        <h2>{texts.noPermission}</h2>
        <p>{texts.noRights}</p>
        <Contact />
        <p className="row tight">
          {texts.findYou} <strong>{[name, address].filter(Boolean).join(' · ')}</strong> <Id id={id} />
        </p>
        <div className="row">
          <Button component="a" href="/account" variant="default">
            {shell.ownAccount}
          </Button>
          <LinkButton to="/preferences">{navigation.preferences}</LinkButton>
        </div>
      </section>
    </article>
  );
}

/** The page of what needs attention today, the first steps, figures, and the latest changes as they happen. */
function Platform(): ReactNode {
  const words = useWords();
  const viewer = useViewer();
  const may = useMay();
  const mayAssign = useMayRun()('assignUserRoles');
  const { overview: texts } = useTexts();
  const [{ data }, again] = useQuery({
    query: OverviewDocument,
    variables: { events: may('events:read', 'anywhere') },
  });
  useAgainAfterEvents(again);
  return (
    <article className="stack">
      <PageHeading title={words.navigation.overview}>{texts.title(viewer.name)}</PageHeading>
      <Attention />
      <Suspense>{mayAssign ? <OnlyAdministrator /> : null}</Suspense>
      <FirstSteps />
      <Figures />
      {data?.events ? (
        <section className="stack tight">
          <div className="row">
            <h2 className="grow">{texts.latest}</h2>
            <LinkButton to="/events">{words.navigation.audit}</LinkButton>
          </div>
          <ul className="plain-list card" aria-label={texts.latest}>
            {data.events.nodes.toReversed().map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ) : null}
      <Developers {...data?.platform} />
    </article>
  );
}

/** The addresses of the APIs, the operations and the version. The console is served by the same origin. */
function Developers({ issuer, version }: { issuer?: string; version?: string }): ReactNode {
  const { overview: texts } = useTexts();
  const { navigation } = useWords();
  const addresses = [
    [texts.graphql, `${location.origin}/graphql`],
    [texts.rest, `${location.origin}/api/docs`],
    [texts.schema, `${location.origin}/api/openapi.json`],
    [texts.discovery, issuer && `${issuer}/.well-known/openid-configuration`],
  ] as const;
  return (
    <section className="card padded stack tight">
      <h2>{texts.developers}</h2>
      <Facts
        facts={[
          ...addresses.map(([name, href]) => [name, href ? <Address key={name} href={href} /> : null] as const),
          [
            texts.operations,
            <Link key="operations" to="/operations">
              {navigation.operations}
            </Link>,
          ],
        ]}
      />
      <p className="soft">{version === undefined ? null : texts.version(version)}</p>
    </section>
  );
}

const Address = ({ href }: { href: string }): ReactNode => (
  <a href={href} target="_blank" rel="noreferrer">
    {href}
  </a>
);
