import type { ReactNode } from 'react';
import { contains } from '../../data/contains.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { kindOfId } from '../../data/records/record-names.ts';
import { createdColumn, creationFilters, idColumn, createdId } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';
import type { Words } from '../../words/index.ts';
import { JobMark } from './job-mark.tsx';

const PageDocument = graphql(`
  query Jobs($first: Int, $after: String, $last: Int, $before: String, $filter: JobFilter, $orderBy: JobOrder) {
    page: jobs(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes { id operation state total succeeded failed createdAt finishedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query JobsCount($filter: JobFilter) {
    page: jobs(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const operations = [
  'ASSIGN_USER_ROLES',
  'DELETE_USER',
  'END_USER_SESSIONS',
  'REMOVE_ORGANIZATION_MEMBER',
  'REMOVE_USER_ROLE',
  'SET_ORGANIZATION_MEMBER',
  'SET_USER_SUSPENDED',
];

/** Whether a text is part of the name of an operation, in the APIs or on the page. */
const isNamed = (text: string, operation: string, words: Words): boolean =>
  [operation.replaceAll('_', ''), words.label(operation)].some((name) => contains(name, text));

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.navigation.jobs,
  empty: (words) => words.jobs.empty,
  rest: '/jobs',
  newId: createdId('JOB'),
  isPolled: true,
  order: '-CREATED_AT',
  orders: [{ field: 'CREATED_AT', title: (words) => words.record.created }],
  find: {
    hint: (words) => words.jobs.finds,
    read: (text, words) => {
      const [operation, other] = operations.filter((name) => isNamed(text, name, words));
      return operation && !other ? { operation } : null;
    },
    open: (text) => (kindOfId(text)?.kind === 'job' ? `/jobs/${text}` : null),
  },
  filters: [
    { key: 'state', title: (words) => words.common.state, values: ['RUNNING', 'FINISHED', 'FAILED', 'CANCELLED'] },
    {
      key: 'operation',
      title: (words) => words.common.operation,
      values: operations,
    },
    ...creationFilters,
  ],
  columns: [
    {
      key: 'operation',
      title: (words) => words.common.operation,
      show: ({ operation }, words) => words.label(operation),
      role: 'name',
    },
    {
      key: 'progress',
      title: (words) => words.jobs.progress,
      show: ({ succeeded, failed, total }, words) => words.jobs.done(succeeded + failed, total),
    },
    createdColumn,
    {
      key: 'finished',
      title: (words) => words.jobs.finished,
      show: ({ finishedAt }) => <When at={finishedAt} />,
      role: 'minor',
      isExtra: true,
    },
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ state, failed }) => <JobMark state={state} failed={failed} />,
      role: 'state',
    },
  ],
  nameOf: ({ operation }, words) => words.label(operation),
  pathOf: ({ id }) => `/jobs/${id}`,
  create: { operation: 'startJob', title: (words) => words.jobs.create },
};

/** Operations that run for many users. */
export const Jobs = (): ReactNode => <RecordList list={list} />;
