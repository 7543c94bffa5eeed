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
  suspensionColumn,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { Day, StateMark } from '../../parts/marks.tsx';

const ApplicationsDocument = graphql(`
  query Applications(
    $first: Int, $after: String, $last: Int, $before: String
    $search: String, $filter: ApplicationFilter, $orderBy: ApplicationOrder
  ) {
    page: applications(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName type description isSuspended isThirdParty tokenExchangeAllowed lastUsedAt createdAt updatedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ApplicationCount($search: String, $filter: ApplicationFilter) {
    page: applications(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Application = NonNullable<ResultOf<typeof ApplicationsDocument>['page']>['nodes'][number];

const applications: ListDefinition<Application> = {
  title: (words) => words.applications.title,
  empty: (words) => words.applications.empty,
  document: ApplicationsDocument,
  count: CountDocument,
  rest: '/applications',
  newId: createdId('APPLICATION'),
  order: '-CREATED_AT',
  orders: namedOrders,
  filters: [
    { key: 'tokenExchangeAllowed', title: (words) => words.applications.exchange },
    {
      key: 'type',
      title: (words) => words.applications.type,
      values: ['MACHINE_TO_MACHINE', 'NATIVE', 'SINGLE_PAGE', 'TRADITIONAL_WEB'],
    },
    { key: 'kind', values: ['SERVICE', 'AGENT'], isExtra: true },
    { key: 'ownerId', input: 'record', isExtra: true },
    { key: 'isSuspended', title: (words) => words.state.suspended },
    { key: 'isThirdParty', title: (words) => words.applications.thirdParty, isExtra: true },
    { key: 'roleId', input: 'record', isExtra: true },
    { key: 'organizationId', input: 'record', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    identityColumn,
    {
      key: 'type',
      title: (words) => words.applications.type,
      show: ({ type }, words) => words.label(type),
    },
    {
      key: 'exchange',
      title: (words) => words.applications.exchange,
      role: 'minor',
      show: ({ tokenExchangeAllowed }, words) =>
        tokenExchangeAllowed ? <StateMark tone="good">{words.applications.allowed}</StateMark> : words.record.nothing,
    },
    { ...descriptionColumn, isExtra: true },
    {
      key: 'lastUsed',
      title: (words) => words.applications.lastUsed,
      show: ({ lastUsedAt }) => <Day at={lastUsedAt} />,
      role: 'minor',
      isExtra: true,
    },
    createdColumn,
    updatedColumn,
    idColumn,
    suspensionColumn,
  ],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/applications/${id}`,
  create: { operation: 'createApplication', title: (words) => words.applications.create },
};

export const Applications = (): ReactNode => <RecordList list={applications} />;
