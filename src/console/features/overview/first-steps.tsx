import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import type { OperationName } from '../../data/needs.ts';
import { usePreferences } from '../../data/preferences.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay, useMayRun } from '../../data/viewer.ts';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useHasBeen } from '../../parts/use-has-been.ts';
import { useWords } from '../../words/index.ts';
import { useTexts } from './use-texts.ts';

const StepsDocument = graphql(`
  query FirstSteps($kept: DateTime!, $applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $exchanges: Boolean!) {
    exchanging: applications(first: 1, filter: { tokenExchangeAllowed: true }) @include(if: $applications) {
      nodes { id createdAt }
    }
    apiResources(first: 1, filter: { isBuiltIn: false }) @include(if: $resources) {
      nodes { id }
    }
    granting: apiResources(first: 10, filter: { isBuiltIn: false }) @include(if: $roles) {
      nodes { id scopes(first: 20) { nodes { id roles { id } } } }
    }
    exchangeEdges(since: $kept) @include(if: $exchanges) { edges { granted } }
  }
`);

/** Earlier exchanges do not count as a first one. */
const kept = 90 * 86_400_000;

type Step = readonly [text: string, path: string, isDone: boolean, operation?: OperationName];

interface Steps {
  /** Those that the viewer can take; null until it is known which of them are done. */
  steps: readonly Step[] | null;
  number: number;
  isEnded: boolean;
}

/** The steps that the viewer can take, and which of them are done. */
function useSteps(): Steps {
  const { overview: texts } = useTexts();
  const may = useMay();
  const mayRun = useMayRun();
  const since = useMemo(() => new Date(Date.now() - kept).toISOString(), []);
  const variables = {
    kept: since,
    applications: may('applications:read'),
    resources: may('resources:read'),
    roles: may('resources:read') && may('roles:read'),
    exchanges: may('exchanges:read'),
  };
  const [{ data }, again] = useQuery({ query: StepsDocument, variables });
  useAgainAfterEvents(again);
  const isGranted =
    data?.granting?.nodes.some(({ scopes }) => scopes?.nodes.some(({ roles }) => (roles?.length ?? 0) > 0)) ?? false;
  const exchanging = data?.exchanging?.nodes[0];
  const hasExchanged = data?.exchangeEdges?.edges.some(({ granted }) => granted > 0) ?? false;
  const steps: readonly Step[] = [
    [texts.resource, '/resources', (data?.apiResources?.nodes.length ?? 0) > 0, 'createApiResource'],
    [texts.role, '/roles', isGranted, 'createRole'],
    // That of the first start exists from the start as well: one that may exchange is the person's.
    [
      texts.application,
      exchanging ? `/applications/${exchanging.id}/settings` : '/applications',
      exchanging !== undefined,
      'createApplication',
    ],
    // Whether an older application has ever exchanged is not known any more: then the way has ended.
    [texts.first, exchanging ? '/map' : '/explain', hasExchanged || (exchanging?.createdAt ?? since) < since],
  ];
  const paths = new Set(usePlaces().map(({ path }) => path));
  const possible = steps.filter(
    ([, path, , operation]) => paths.has(`/${path.split('/')[1]}`) && (!operation || mayRun(operation)),
  );
  // Without a step to set something up, the way is someone else's.
  const offered = possible.some(([, , , operation]) => operation) ? possible : [];
  return { steps: data ? offered : null, number: offered.length, isEnded: offered.every(([, , isDone]) => isDone) };
}

/** The way to the first exchange, as far as the viewer can take it. It goes when it has ended. */
export function FirstSteps(): ReactNode {
  const words = useWords();
  const { overview: texts } = useTexts();
  const preferences = usePreferences();
  const { steps, number, isEnded } = useSteps();
  const wasOpen = useHasBeen(steps !== null && !isEnded);
  if (preferences?.document.firstSteps === 'away' || number === 0) return null;
  if (!steps) return <Loading lines={number} />;
  if (isEnded)
    return wasOpen ? (
      <p role="status" className="notice" data-kind="good">
        ✓ {texts.ended}
      </p>
    ) : null;
  return (
    <section className="card padded stack tight">
      <div className="row">
        <h2 className="grow">{texts.steps}</h2>
        {preferences ? (
          <Button variant="subtle" onClick={() => void preferences.save({ firstSteps: 'away' })}>
            {texts.away}
          </Button>
        ) : null}
      </div>
      <ol className="plain-list stack tight" aria-label={texts.steps}>
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
