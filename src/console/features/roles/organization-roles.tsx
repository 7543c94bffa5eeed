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
  query OrganizationRoles(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationRoleFilter, $orderBy: OrganizationRoleOrder
  ) {
    page: organizationRoles(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationRolesCount($search: String, $filter: OrganizationRoleFilter) {
    page: organizationRoles(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.organizationRoles.title,
  empty: (words) => words.organizationRoles.empty,
  rest: '/organization-roles',
  newId: createdId('ORGANIZATION_ROLE'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'organizationScopeId', input: 'record' },
    { key: 'scopeId', input: 'record' },
  ],
  columns: [nameColumn, descriptionColumn, createdColumn, updatedColumn, idColumn],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/organization-roles/${id}`,
  create: { operation: 'createOrganizationRole', title: (words) => words.common.newOrganizationRole },
};

export const OrganizationRoles = (): ReactNode => <RecordList list={list} />;
