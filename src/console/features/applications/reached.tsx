import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';

const ReachedDocument = graphql(`
  query Reached($since: DateTime!) {
    tokenExchangeTotals(since: $since) {
      totals {
        applicationId granted refused lastAt
        apiResource { id displayName }
        refusals { error description count }
      }
    }
  }
`);

const week = 7 * 24 * 60 * 60 * 1000;

/** Which API resources the application has reached by exchanges in seven days, and why it was refused. */
export function Reached({ id }: { id: string }): ReactNode {
  const words = useWords();
  const may = useMay();
  const since = useMemo(() => new Date(Date.now() - week).toISOString(), []);
  const isPossible = may('applications:read') && may('resources:read');
  const [{ data }] = useQuery({ query: ReachedDocument, variables: { since }, pause: !isPossible });
  const totals = data?.tokenExchangeTotals?.totals.filter(({ applicationId }) => applicationId === id);
  if (!totals) return null;
  const { tokenExchange: texts } = words;
  if (totals.length === 0) return <p className="soft">{texts.neverUsed}</p>;
  return (
    <ul className="plain-list stack tight" aria-label={texts.reached}>
      {totals.map(({ apiResource, granted, refused, refusals }) => (
        <li key={apiResource?.id ?? ''}>
          {texts.reached}:{' '}
          {apiResource ? (
            <Link to={`/resources/${apiResource.id}`}>{apiResource.displayName}</Link>
          ) : (
            texts.unknownResource
          )}{' '}
          {words.number(granted)}
          {refused > 0 ? (
            <span className="bad">
              {' · '}
              {texts.refused(refused)}:{' '}
              {refusals.map(({ description, count }) => `${description} (${words.number(count)})`).join(', ')}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
