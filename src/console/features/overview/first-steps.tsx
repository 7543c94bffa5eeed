import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { usePlaces } from '../../parts/frame/use-places.ts';
import { useWords } from '../../words/index.ts';

const StepsDocument = graphql(`
  query FirstSteps($kept: DateTime!, $applications: Boolean!, $resources: Boolean!, $roles: Boolean!, $exchanges: Boolean!) {
    applications(first: 5) @include(if: $applications) { nodes { id isBuiltIn } }
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

/** The way to the first exchange, as far as the viewer can take it: each step is ticked if its record exists. */
export function FirstSteps(): ReactNode {
  const words = useWords();
  const may = useMay();
  const { overview: texts } = words;
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
  const steps: readonly (readonly [text: string, path: string, isDone: boolean])[] = [
    [texts.resource, '/resources', hasSome(data?.apiResources)],
    // The role of the first administrator exists from the start.
    [texts.role, '/roles', hasSome(data?.roles, 1)],
    [texts.application, '/applications', data?.applications?.nodes.some(({ isBuiltIn }) => !isBuiltIn) ?? false],
    [texts.exchange, exchanging ? `/applications/${exchanging}/settings` : '/applications', exchanging !== undefined],
    [
      texts.first,
      exchanging ? '/map' : '/explain',
      data?.tokenExchangeTotals?.totals.some(({ granted }) => granted > 0) ?? false,
    ],
  ];
  const paths = new Set(usePlaces().flatMap(({ places }) => places.map(({ path }) => path)));
  const possible = steps.filter(([, path]) => paths.has(`/${path.split('/')[1]}`));
  // Not before it is known what exists, and not when nothing is left.
  if (!data || possible.every(([, , isDone]) => isDone)) return null;
  return (
    <section className="card padded stack tight">
      <h2>{texts.steps}</h2>
      <ol className="plain-list stack tight" aria-label={texts.steps}>
        {possible.map(([text, path, isDone]) => (
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
