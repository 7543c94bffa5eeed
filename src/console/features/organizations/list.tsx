import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query Organizations(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationFilter, $orderBy: OrganizationOrder
  ) {
    page: organizations(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationsCount($search: String, $filter: OrganizationFilter, $upTo: Int) {
    page: organizations(search: $search, filter: $filter) { totalCount(upTo: $upTo) }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.organizations.title,
  empty: (words) => words.organizations.empty,
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
  pathOf: ({ id }) => `/organizations/${id}`,
  create: { operation: 'createOrganization', title: (words) => words.organizations.create },
};

export const Organizations = (): ReactNode => <RecordList list={list} />;
