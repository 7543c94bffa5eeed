import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import type { Search } from '../../data/address.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/recognition.ts';
import { useAgainAfterEvents } from '../../data/use-again-after-events.ts';
import { useMay } from '../../data/viewer.ts';
import { Loading } from '../../parts/Loading.tsx';
import { When } from '../../parts/marks.tsx';
import { useWords, type Words } from '../../words/index.ts';

const AttentionDocument = graphql(`
  query Attention(
    $day: DateTime!, $webhooks: Boolean!, $connectors: Boolean!, $exchanges: Boolean!, $jobs: Boolean!, $keys: Boolean!
  ) {
    failing: webhooks(first: 20, filter: { isFailing: true }) @include(if: $webhooks) {
      nodes { id displayName url failingSince }
    }
    disabled: webhooks(first: 20, filter: { isEnabled: false }) @include(if: $webhooks) {
      nodes { id displayName url disabledReason }
    }
    connectors(first: 20, filter: { isFailing: true }) @include(if: $connectors) { nodes { id displayName driver lastError } }
    jobs(first: 5, filter: { state: FAILED, createdAfter: $day }) @include(if: $jobs) { nodes { id operation reason } }
    tokenExchangeTotals(since: $day) @include(if: $exchanges) { totals { refused } }
    signingKeys(first: 20) @include(if: $keys) { nodes { id algorithm state signsFrom } }
  }
`);

/** A count takes longer than a page: it has a query of its own. */
const DueDeletionsDocument = graphql(`
  query DueDeletions { deletions: users(filter: { isDeletionDue: true }) { totalCount } }
`);

const day = 86_400_000;
/** Age at which a signing key should have been replaced. */
const longestSigning = 365 * day;

const areas = ['webhooks', 'connectors', 'exchanges', 'jobs', 'deletions', 'keys'] as const;

interface Item {
  path: string;
  search?: Search;
  name: string;
  text: ReactNode;
  isBad?: boolean;
}

/** The records that need attention today, with a link to where it is fixed. */
export function Attention(): ReactNode {
  const words = useWords();
  const may = useMay();
  const since = useMemo(() => new Date(Date.now() - day).toISOString(), []);
  const readable = {
    webhooks: may('webhooks:read'),
    connectors: may('connectors:read'),
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
  const items = [...webhookItems(data, words), ...deletionItems(due, words), ...otherItems(data, words)];
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

type Answer = ResultOf<typeof AttentionDocument>;

/** Webhooks that fail, and those that were disabled because they failed. */
function webhookItems({ failing, disabled }: Answer, { overview: texts }: Words): Item[] {
  return [
    ...(failing?.nodes ?? []).map((webhook) => ({
      path: `/webhooks/${webhook.id}`,
      name: nameWithLine(webhook),
      text: (
        <>
          {texts.failing} · <When at={webhook.failingSince} />
        </>
      ),
    })),
    ...(disabled?.nodes ?? [])
      .filter(({ disabledReason }) => disabledReason === 'FAILING' || disabledReason === 'GONE')
      .map((webhook) => ({ path: `/webhooks/${webhook.id}`, name: nameWithLine(webhook), text: texts.disabled })),
  ];
}

/** The accounts that their people have deleted. */
function deletionItems(due: ResultOf<typeof DueDeletionsDocument> | undefined, { overview: texts }: Words): Item[] {
  const count = due?.deletions?.totalCount ?? 0;
  if (count === 0) return [];
  const search = { where: { isDeletionDue: true } };
  return [{ path: '/users', search, name: texts.deletions(count), text: '', isBad: false }];
}

function otherItems(answer: Answer, words: Words): Item[] {
  const { overview: texts } = words;
  const refused = answer.tokenExchangeTotals?.totals.reduce((sum, total) => sum + total.refused, 0) ?? 0;
  const latest = new Date(Date.now() - longestSigning).toISOString();
  const oldKeys = answer.signingKeys?.nodes.filter(({ state, signsFrom }) => state === 'CURRENT' && signsFrom < latest);
  return [
    ...(answer.connectors?.nodes ?? []).map((connector) => ({
      path: '/connectors',
      search: { where: { isFailing: true } },
      name: nameWithLine(connector),
      text: `${texts.failingConnector} ${connector.lastError ?? ''}`,
    })),
    ...(answer.jobs?.nodes ?? []).map(({ id, operation, reason }) => ({
      path: `/jobs/${id}`,
      name: words.label(operation),
      text: `${texts.failedJob} ${reason ?? ''}`,
    })),
    ...(refused > 0
      ? [
          {
            path: '/map',
            search: { where: { state: 'REFUSED' } },
            name: texts.refusals(refused),
            text: '',
            isBad: false,
          },
        ]
      : []),
    ...(oldKeys ?? []).map(({ algorithm: name, signsFrom }) => ({
      path: '/keys',
      name,
      text: (
        <>
          {texts.oldKey} <When at={signsFrom} />
        </>
      ),
      isBad: false,
    })),
  ];
}
