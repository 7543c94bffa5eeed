import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import {
  clipped,
  createdColumn,
  creationFilters,
  idColumn,
  createdId,
  nameColumn,
  namedOrders,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { StateMark } from '../../parts/marks.tsx';
import { deliveryCounts } from './delivery-counts.ts';

const PageDocument = graphql(`
  query Webhooks(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: WebhookFilter, $orderBy: WebhookOrder
  ) {
    page: webhooks(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName url isEnabled failingSince createdAt updatedAt deliveryStats { delivered failed retrying successRate } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query WebhooksCount($search: String, $filter: WebhookFilter) {
    page: webhooks(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.webhooks.title,
  empty: (words) => words.webhooks.empty,
  rest: '/webhooks',
  newId: createdId('WEBHOOK'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'isEnabled', title: (words) => words.state.enabled },
    { key: 'isFailing', title: (words) => words.state.failing },
    ...creationFilters,
  ],
  columns: [
    nameColumn,
    { key: 'url', title: (words) => words.webhooks.url, show: ({ url }) => <code>{clipped(url)}</code>, role: 'minor' },
    {
      key: 'stats',
      title: (words) => words.webhooks.day,
      show: ({ deliveryStats }, words) => <span className="wrapped">{deliveryCounts(deliveryStats, words)}</span>,
    },
    { ...createdColumn, isExtra: true },
    updatedColumn,
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ isEnabled, failingSince }, { state }) =>
        failingSince ? (
          <StateMark tone="bad">{state.failing}</StateMark>
        ) : isEnabled ? (
          <StateMark tone="good">{state.enabled}</StateMark>
        ) : (
          <StateMark tone="soft">{state.disabled}</StateMark>
        ),
      role: 'state',
    },
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/webhooks/${id}`,
  create: { operation: 'createWebhook', title: (words) => words.webhooks.create },
};

export const Webhooks = (): ReactNode => <RecordList list={list} />;
