import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query OrganizationRoles(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationRoleFilter, $orderBy: OrganizationRoleOrder
  ) {
    page: organizationRoles(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationRolesCount($search: String, $filter: OrganizationRoleFilter, $upTo: Int) {
    page: organizationRoles(search: $search, filter: $filter) { totalCount(upTo: $upTo) }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.organizationRoles.title,
  empty: (words) => words.organizationRoles.empty,
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.record.created },
    { field: 'NAME', title: (words) => words.users.name },
    { field: 'UPDATED_AT', title: (words) => words.record.updated },
  ],
  filters: [],
  columns: [
    { key: 'name', title: (words) => words.users.name, show: ({ displayName }) => displayName, role: 'name' },
    {
      key: 'description',
      title: (words) => words.applications.description,
      show: ({ description }) => description,
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
  pathOf: ({ id }) => `/organization-roles/${id}`,
  create: { operation: 'createOrganizationRole', title: (words) => words.organizationRoles.create },
};

export const OrganizationRoles = (): ReactNode => <RecordList list={list} />;
