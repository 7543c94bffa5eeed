import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { StateMark, When } from '../../parts/marks.tsx';

const ApplicationsDocument = graphql(`
  query Applications(
    $first: Int, $after: String, $last: Int, $before: String
    $search: String, $filter: ApplicationFilter, $orderBy: ApplicationOrder
  ) {
    page: applications(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName type description isSuspended isThirdParty tokenExchangeAllowed createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ApplicationCount($search: String, $filter: ApplicationFilter, $upTo: Int) {
    page: applications(search: $search, filter: $filter) { totalCount(upTo: $upTo) }
  }
`);

type Application = NonNullable<ResultOf<typeof ApplicationsDocument>['page']>['nodes'][number];

const applications: ListDefinition<Application> = {
  title: (words) => words.applications.title,
  empty: (words) => words.applications.empty,
  document: ApplicationsDocument,
  count: CountDocument,
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.record.created },
    { field: 'NAME', title: (words) => words.applications.name },
    { field: 'UPDATED_AT', title: (words) => words.record.updated },
  ],
  filters: [
    { key: 'tokenExchangeAllowed', title: (words) => words.applications.exchange },
    { key: 'isSuspended', title: (words) => words.state.suspended },
  ],
  columns: [
    { key: 'name', title: (words) => words.applications.name, show: ({ displayName }) => displayName, role: 'name' },
    {
      key: 'type',
      title: (words) => words.applications.type,
      show: ({ type }, words) => words.applications.types[type],
    },
    {
      key: 'exchange',
      title: (words) => words.applications.exchange,
      role: 'minor',
      show: ({ tokenExchangeAllowed }, words) =>
        tokenExchangeAllowed ? <StateMark tone="good">{words.applications.allowed}</StateMark> : words.record.nothing,
    },
    {
      key: 'created',
      title: (words) => words.record.created,
      show: ({ createdAt }) => <When at={createdAt} />,
      role: 'minor',
    },
    {
      key: 'state',
      title: (words) => words.users.state,
      role: 'state',
      show: ({ isSuspended }, { state }) =>
        isSuspended ? (
          <StateMark tone="soft">{state.suspended}</StateMark>
        ) : (
          <StateMark tone="good">{state.active}</StateMark>
        ),
    },
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/applications/${id}`,
  create: { operation: 'createApplication', title: (words) => words.applications.create },
};

export const Applications = (): ReactNode => <RecordList list={applications} />;
