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
  query Roles(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: RoleFilter, $orderBy: RoleOrder
  ) {
    page: roles(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description isDefault createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query RolesCount($search: String, $filter: RoleFilter) {
    page: roles(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.roles.title,
  empty: (words) => words.roles.empty,
  rest: '/roles',
  newId: createdId('ROLE'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'isDefault', title: (words) => words.roles.default },
    { key: 'scopeId', input: 'record' },
    { key: 'userId', input: 'record', isExtra: true },
    { key: 'applicationId', input: 'record', isExtra: true },
  ],
  columns: [
    nameColumn,
    descriptionColumn,
    {
      key: 'default',
      title: (words) => words.roles.default,
      show: ({ isDefault }, words) => (isDefault ? words.list.yes : words.record.nothing),
      role: 'minor',
    },
    createdColumn,
    updatedColumn,
    idColumn,
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/roles/${id}`,
  create: { operation: 'createRole', title: (words) => words.common.newRole },
};

export const Roles = (): ReactNode => <RecordList list={list} />;
