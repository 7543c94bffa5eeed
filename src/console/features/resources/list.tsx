import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import {
  clipped,
  createdColumn,
  idColumn,
  createdId,
  identityColumn,
  namedOrders,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';

const PageDocument = graphql(`
  query Resources(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: ApiResourceFilter, $orderBy: ApiResourceOrder
  ) {
    page: apiResources(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName indicator isBuiltIn accessTokenTtl scopes { totalCount } createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ResourcesCount($search: String, $filter: ApiResourceFilter) {
    page: apiResources(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.resources.title,
  empty: (words) => words.resources.empty,
  rest: '/resources',
  newId: createdId('API_RESOURCE'),
  order: '-CREATED_AT',
  orders: [...namedOrders, { field: 'INDICATOR', title: (words) => words.resources.indicator }],
  filters: [{ key: 'isBuiltIn', title: (words) => words.state.builtIn }],
  columns: [
    identityColumn,
    {
      key: 'indicator',
      title: (words) => words.resources.indicator,
      show: ({ indicator }) => <code>{clipped(indicator)}</code>,
      order: 'INDICATOR',
      isExtra: true,
    },
    {
      key: 'scopes',
      title: (words) => words.resources.scopes,
      show: ({ scopes }, words) =>
        scopes?.totalCount == null ? words.record.nothing : words.number(scopes.totalCount),
    },
    {
      key: 'ttl',
      title: (words) => words.resources.ttl,
      show: ({ accessTokenTtl }, words) => words.duration(accessTokenTtl),
      role: 'minor',
    },
    createdColumn,
    updatedColumn,
    idColumn,
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/resources/${id}`,
  create: { operation: 'createApiResource', title: (words) => words.resources.create },
};

export const Resources = (): ReactNode => <RecordList list={list} />;
