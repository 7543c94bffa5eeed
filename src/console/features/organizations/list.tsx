import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import {
  createdColumn,
  creationFilters,
  descriptionColumn,
  idColumn,
  createdId,
  identityColumn,
  namedOrders,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';

const PageDocument = graphql(`
  query Organizations(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationFilter, $orderBy: OrganizationOrder
  ) {
    page: organizations(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName description createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationsCount($search: String, $filter: OrganizationFilter) {
    page: organizations(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.organizations.title,
  empty: (words) => words.organizations.empty,
  rest: '/organizations',
  newId: createdId('ORGANIZATION'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'userId', input: 'record' },
    { key: 'applicationId', input: 'record', isExtra: true },
    ...creationFilters,
  ],
  columns: [identityColumn, descriptionColumn, createdColumn, updatedColumn, idColumn],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/organizations/${id}`,
  create: { operation: 'createOrganization', title: (words) => words.organizations.create },
};

export const Organizations = (): ReactNode => <RecordList list={list} />;
