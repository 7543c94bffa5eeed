import { type ReactNode, useMemo } from 'react';
import { type ExchangeReason, exchangeReasonNames } from '../../../vocabulary/exchanges/exchange-reasons.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { clipped } from '../../parts/list/columns.tsx';
import type { Column, Filter, ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';
import { isExchangeId, pathOfExchange } from '../../parts/record/record-id.ts';
import { Who } from '../../parts/identity/Who.tsx';
import { type ReasonOf, useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { conditionOf } from './condition-of.ts';
import { LedgerState } from './ledger-state.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { ActedForWhom, ReachedApi } from './parties.tsx';
import type { Texts } from './texts/en.ts';
import { useTexts } from './use-texts.ts';

const PageDocument = graphql(`
  query Exchanges($first: Int, $after: String, $filter: ExchangeFilter) {
    page: exchanges(first: $first, after: $after, filter: $filter) {
      nodes {
        id at outcome reason description applicationId subjectApplicationId userId apiResourceId organizationId
        requestedScopes grantedScopes
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ExchangesCount($filter: ExchangeFilter) {
    page: exchanges(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const filtersOf = (texts: Texts, reasonOf: ReasonOf): readonly Filter[] => [
  { key: 'outcome', title: (words) => words.common.state, values: ['GRANTED', 'REFUSED'] },
  { key: 'userId', input: 'record' },
  { key: 'applicationId', input: 'record' },
  { key: 'apiResourceId', input: 'record' },
  {
    key: 'reason',
    title: () => texts.reason,
    values: exchangeReasonNames,
    nameOf: (reason) => reasonOf({ reason: reason as ExchangeReason, description: null }),
    isExtra: true,
  },
  { key: 'organizationId', input: 'record', isExtra: true },
  { key: 'actorId', title: () => texts.actors, input: 'text', isExtra: true },
  { key: 'subjectApplicationId', title: () => texts.from, input: 'text', isExtra: true },
  { key: 'transactionId', title: () => texts.transaction, input: 'text', isExtra: true },
  { key: 'since', title: (words) => words.common.since, input: 'time', isExtra: true },
  { key: 'until', title: (words) => words.common.until, input: 'time', isExtra: true },
];

const columnsOf = (texts: Texts, reasonOf: ReasonOf): readonly Column<Row>[] => [
  { key: 'at', title: () => texts.at, show: ({ at }) => <When at={at} />, role: 'name' },
  {
    key: 'user',
    title: () => texts.forPerson,
    show: ({ userId }) => <ActedForWhom userId={userId} />,
  },
  { key: 'application', title: () => texts.by, show: ({ applicationId }) => <Who id={applicationId} label={null} /> },
  {
    key: 'api',
    title: () => texts.api,
    show: (exchange) => <ReachedApi exchange={exchange} />,
  },
  {
    key: 'scopes',
    title: () => texts.result,
    show: ({ grantedScopes, reason, description }) =>
      grantedScopes === null
        ? clipped(reasonOf({ reason, description }))
        : grantedScopes.length === 0
          ? texts.none
          : clipped(grantedScopes.join(' '), grantedScopes.join('\n')),
  },
  {
    key: 'from',
    title: () => texts.from,
    show: ({ subjectApplicationId }, { record }) =>
      subjectApplicationId === null ? record.nothing : <Who id={subjectApplicationId} label={null} />,
    role: 'minor',
    isExtra: true,
  },
  {
    key: 'organization',
    title: () => texts.organization,
    show: ({ organizationId }, { record }) =>
      organizationId === null ? record.nothing : <Who id={organizationId} label={null} />,
    role: 'minor',
    isExtra: true,
  },
  {
    key: 'outcome',
    title: (words) => words.common.state,
    show: (exchange) => <OutcomeMark exchange={exchange} isBrief />,
    role: 'state',
  },
];

const listOf = (texts: Texts, reasonOf: ReasonOf): ListDefinition<Row> => ({
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.navigation.exchanges,
  empty: () => texts.empty,
  rest: '/exchanges',
  isNotExported: true,
  isForward: true,
  isPolled: true,
  order: '-AT',
  orders: [],
  find: {
    hint: () => texts.finds,
    read: conditionOf,
    open: (text) => (isExchangeId(text) ? pathOfExchange(text) : null),
  },
  filters: filtersOf(texts, reasonOf),
  columns: columnsOf(texts, reasonOf),
  nameOf: ({ at }) => at,
  pathOf: ({ id }) => pathOfExchange(id),
});

/** The ledger of token exchanges: who acted for whom, or was refused, newest first. */
export function Exchanges(): ReactNode {
  const texts = useTexts();
  const reasonOf = useExchangeReasons();
  const list = useMemo(() => listOf(texts, reasonOf), [texts, reasonOf]);
  return (
    <>
      <LedgerState />
      <RecordList list={list} />
    </>
  );
}
