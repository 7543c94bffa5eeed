import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { usePreferences } from '../../data/preferences.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/index.ts';

const StepsDocument = graphql(`
  query FirstSteps($kept: DateTime!, $applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $exchanges: Boolean!) {
    exchanging: applications(first: 1, filter: { tokenExchangeAllowed: true }) @include(if: $applications) {
      nodes { id }
    }
    apiResources(first: 1, filter: { isBuiltIn: false }) @include(if: $resources) {
      nodes { id }
    }
    roles(first: 2) @include(if: $roles) { nodes { id } }
    tokenExchangeTotals(since: $kept) @include(if: $exchanges) { totals { granted } }
  }
`);

/** Counts of exchanges are kept for 90 days. */
const kept = 90 * 86_400_000;

type Step = readonly [text: string, path: string, isDone: boolean];

/** The steps that the viewer can take, and whether it is known which of them are done. */
function useSteps(): { steps: readonly Step[]; isLoading: boolean } {
  const { overview: texts } = useWords();
  const may = useMay();
  const since = useMemo(() => new Date(Date.now() - kept).toISOString(), []);
  const variables = {
    kept: since,
    applications: may('applications:read', 'anywhere'),
    resources: may('resources:read'),
    roles: may('roles:read'),
    exchanges: may('applications:read') && may('resources:read'),
  };
  const [{ data }, again] = useQuery({ query: StepsDocument, variables });
  useAgainAfterEvents(again);
  const hasSome = (list: { nodes: readonly unknown[] } | null | undefined, more = 0): boolean =>
    (list?.nodes.length ?? 0) > more;
  const exchanging = data?.exchanging?.nodes[0]?.id;
  const steps: readonly Step[] = [
    [texts.resource, '/resources', hasSome(data?.apiResources)],
    // The role of the first administrator exists from the start.
    [texts.role, '/roles', hasSome(data?.roles, 1)],
    // That of the first start exists from the start as well: one that may exchange is the person's.
    [
      texts.application,
      exchanging ? `/applications/${exchanging}/settings` : '/applications',
      exchanging !== undefined,
    ],
    [
      texts.first,
      exchanging ? '/map' : '/explain',
      data?.tokenExchangeTotals?.totals.some(({ granted }) => granted > 0) ?? false,
    ],
  ];
  const paths = new Set(usePlaces().map(({ path }) => path));
  return { steps: steps.filter(([, path]) => paths.has(`/${path.split('/')[1]}`)), isLoading: !data };
}

/** The way to the first exchange, as far as the viewer can take it: each step is ticked if its record exists. */
export function FirstSteps(): ReactNode {
  const words = useWords();
  const { overview: texts } = words;
  const preferences = usePreferences();
  const { steps, isLoading } = useSteps();
  if (preferences?.document.firstSteps === 'away' || steps.length === 0) return null;
  if (isLoading) return <Loading lines={steps.length} />;
  if (steps.every(([, , isDone]) => isDone)) return null;
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
