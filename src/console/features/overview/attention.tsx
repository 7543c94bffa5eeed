import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/index.ts';
import { AttentionDocument, attentionItems, day, DueDeletionsDocument } from './attention-items.tsx';

const areas = ['webhooks', 'connectors', 'identityProviders', 'exchanges', 'jobs', 'deletions', 'keys'] as const;

/** The records that need attention today, with a link to where it is fixed. */
export function Attention(): ReactNode {
  const words = useWords();
  const may = useMay();
  const since = useMemo(() => new Date(Date.now() - day).toISOString(), []);
  const readable = {
    webhooks: may('webhooks:read'),
    connectors: may('connectors:read'),
    identityProviders: may('identity-providers:read'),
    exchanges: may('applications:read') && may('resources:read'),
    jobs: may('users:read'),
    deletions: may('users:read'),
    keys: may('signing-keys:read'),
  };
  const { deletions: countsDue, ...areasOfRecords } = readable;
  const [{ data }, again] = useQuery({ query: AttentionDocument, variables: { day: since, ...areasOfRecords } });
  const [{ data: due }, countAgain] = useQuery({ query: DueDeletionsDocument, pause: !countsDue });
  useAgainAfterEvents(again);
  useAgainAfterEvents(countAgain);
  const checked = areas.filter((area) => readable[area]).map((area) => words.overview.checked[area]);
  // What the viewer may not read was not checked.
  if (checked.length === 0) return null;
  if (!data || (countsDue && !due)) return <Loading lines={1} />;
  const items = attentionItems(data, due, words);
  return (
    <section className="stack tight" aria-label={words.overview.attention}>
      {items.length === 0 ? (
        <p className="notice" data-kind="good">
          {words.overview.nothing(checked)}
        </p>
      ) : null}
      {items.map(({ path, search = {}, name, text, isBad = true }) => (
        <p key={path + name} className="notice" data-kind={isBad ? 'bad' : 'warn'}>
          <Link to={path} search={search}>
            {name}
          </Link>{' '}
          {text}
        </p>
      ))}
    </section>
  );
}
