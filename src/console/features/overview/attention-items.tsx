import type { ReactNode } from 'react';
import type { Search } from '../../data/address.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { When } from '../../parts/marks.tsx';
import { pathOfId } from '../../parts/record/path-of-id.ts';
import type { Words } from '../../words/index.ts';
import type { Texts } from './texts/en.ts';

export const AttentionDocument = graphql(`
  query Attention(
    $day: DateTime!, $webhooks: Boolean!, $connectors: Boolean!, $identityProviders: Boolean!, $exchanges: Boolean!
    $jobs: Boolean!, $keys: Boolean!
  ) {
    failing: webhooks(first: 20, filter: { isFailing: true }) @include(if: $webhooks) {
      nodes { id displayName url failingSince }
    }
    disabled: webhooks(first: 20, filter: { isEnabled: false }) @include(if: $webhooks) {
      nodes { id displayName url disabledReason }
    }
    connectors(first: 20, filter: { isFailing: true }) @include(if: $connectors) { nodes { id displayName driver lastError } }
    identityProviders(first: 20, filter: { isEnabled: true, isFailing: true }) @include(if: $identityProviders) {
      nodes { id displayName preset domains lastError lastFailedAt }
    }
    certified: identityProviders(first: 50, filter: { isEnabled: true, preset: SAML }) @include(if: $identityProviders) {
      nodes { id displayName preset domains saml { certificates { expiresAt } signingCertificate { expiresAt } } }
      pageInfo { hasNextPage }
    }
    jobs(first: 5, filter: { state: FAILED, createdAfter: $day }) @include(if: $jobs) { nodes { id operation reason } }
    exchangeEdges(since: $day) @include(if: $exchanges) { edges { refused } }
    signingKeys(first: 100) @include(if: $keys) { nodes { id algorithm state signsFrom } pageInfo { hasNextPage } }
  }
`);

/** A count takes longer than a page: it has a query of its own. */
export const DueDeletionsDocument = graphql(`
  query DueDeletions { deletions: users(filter: { isDeletionDue: true }) { totalCount } }
`);

export const day = 86_400_000;
/** Age at which a signing key should have been replaced. */
const longestSigning = 365 * day;

/** The texts of the overview, among the others. */
type AllWords = Words & Texts;

/** Something that needs attention, with where it is fixed. */
interface Item {
  path: string;
  search?: Search;
  name: string;
  text: ReactNode;
  isBad?: boolean;
}

export const attentionItems = (answer: Answer, due: DueDeletions | undefined, words: AllWords): Item[] => [
  ...webhookItems(answer, words),
  ...providerItems(answer, words),
  ...certificateItems(answer, words),
  ...deletionItems(due, words),
  ...otherItems(answer, words),
];

export type DueDeletions = ResultOf<typeof DueDeletionsDocument>;
export type Answer = ResultOf<typeof AttentionDocument>;

/** Webhooks that fail, and those that were disabled because they failed. */
function webhookItems({ failing, disabled }: Answer, { overview: texts }: AllWords): Item[] {
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

/** Identity providers that people cannot sign in with. */
const providerItems = ({ identityProviders }: Answer, { overview: texts }: AllWords): Item[] =>
  (identityProviders?.nodes ?? []).map((provider) => ({
    path: pathOfId(provider.id) ?? '/',
    name: nameWithLine(provider),
    text: (
      <>
        {texts.failingProvider} {provider.lastError} · <When at={provider.lastFailedAt} />
      </>
    ),
  }));

/** Identity providers whose last certificate expires within 30 days, or that of our requests to them. */
function certificateItems({ certified }: Answer, { overview: texts }: AllWords): Item[] {
  const soon = new Date(Date.now() + 30 * day).toISOString();
  return (certified?.nodes ?? []).flatMap((provider) => {
    const last = provider.saml?.certificates
      .map(({ expiresAt }) => expiresAt)
      .toSorted()
      .at(-1);
    const ends = [last, provider.saml?.signingCertificate?.expiresAt].flatMap((at) =>
      at !== undefined && at < soon ? [at] : [],
    );
    const [first] = ends.toSorted();
    if (first === undefined) return [];
    return [
      {
        path: pathOfId(provider.id) ?? '/',
        name: nameWithLine(provider),
        text: (
          <>
            {texts.expiringCertificate} <When at={first} />
          </>
        ),
      },
    ];
  });
}

/** The accounts that their people have deleted. */
function deletionItems(due: DueDeletions | undefined, { overview: texts }: AllWords): Item[] {
  const count = due?.deletions?.totalCount ?? 0;
  if (count === 0) return [];
  const search = { where: { isDeletionDue: true } };
  return [{ path: '/users', search, name: texts.deletions(count), text: '', isBad: false }];
}

function otherItems(answer: Answer, words: AllWords): Item[] {
  const { overview: texts } = words;
  const refused = answer.exchangeEdges?.edges.reduce((sum, edge) => sum + edge.refused, 0) ?? 0;
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
