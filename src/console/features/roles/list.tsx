import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query Roles(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: RoleFilter, $orderBy: RoleOrder
  ) {
    page: roles(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description isDefault createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query RolesCount($search: String, $filter: RoleFilter, $upTo: Int) {
    page: roles(search: $search, filter: $filter) { totalCount(upTo: $upTo) }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.roles.title,
  empty: (words) => words.roles.empty,
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.record.created },
    { field: 'NAME', title: (words) => words.users.name },
    { field: 'UPDATED_AT', title: (words) => words.record.updated },
  ],
  filters: [{ key: 'isDefault', title: (words) => words.roles.default }],
  columns: [
    { key: 'name', title: (words) => words.users.name, show: ({ displayName }) => displayName, role: 'name' },
    {
      key: 'description',
      title: (words) => words.applications.description,
      show: ({ description }) => description,
      role: 'minor',
    },
    {
      key: 'default',
      title: (words) => words.roles.default,
      show: ({ isDefault }, words) => (isDefault ? words.list.yes : words.record.nothing),
      role: 'minor',
    },
    {
      key: 'created',
      title: (words) => words.record.created,
      show: ({ createdAt }) => <When at={createdAt} />,
      role: 'minor',
    },
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/roles/${id}`,
  create: { operation: 'createRole', title: (words) => words.roles.create },
};

export const Roles = (): ReactNode => <RecordList list={list} />;
