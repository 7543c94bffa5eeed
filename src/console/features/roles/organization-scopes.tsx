import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import {
  createdColumn,
  descriptionColumn,
  idColumn,
  createdId,
  nameColumn,
  namedOrders,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';

const PageDocument = graphql(`
  query OrganizationScopes(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationScopeFilter, $orderBy: OrganizationScopeOrder
  ) {
    page: organizationScopes(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationScopesCount($search: String, $filter: OrganizationScopeFilter) {
    page: organizationScopes(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.organizationScopes.title,
  empty: (words) => words.organizationScopes.empty,
  rest: '/organization-scopes',
  newId: createdId('ORGANIZATION_SCOPE'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [{ key: 'organizationRoleId', input: 'record' }],
  columns: [nameColumn, descriptionColumn, createdColumn, updatedColumn, idColumn],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/organization-scopes/${id}`,
  create: { operation: 'createOrganizationScope', title: (words) => words.organizationScopes.create },
};

export const OrganizationScopes = (): ReactNode => <RecordList list={list} />;
