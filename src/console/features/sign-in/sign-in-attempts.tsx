import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { kindOfId } from '../../data/records/record-names.ts';
import { createdColumn, creationFilters } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { When } from '../../parts/marks.tsx';
import { pathOfAttempt, referenceOf } from '../../parts/record/record-id.ts';
import { AttemptMark } from './attempt-mark.tsx';

const PageDocument = graphql(`
  query Attempts(
    $first: Int, $after: String, $last: Int, $before: String, $filter: SignInAttemptFilter, $orderBy: SignInAttemptOrder, $applications: Boolean!
  ) {
    page: signInAttempts(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes { id reference purpose state createdAt endedAt user { id displayName email username phone } application @include(if: $applications) { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query AttemptsCount($filter: SignInAttemptFilter) {
    page: signInAttempts(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

const list: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  gates: { applications: 'applications:read' },
  title: (words) => words.attempts.title,
  empty: (words) => words.attempts.empty,
  rest: '/sign-in-attempts',
  isPolled: true,
  order: '-CREATED_AT',
  orders: [{ field: 'CREATED_AT', title: (words) => words.record.created }],
  filters: [
    { key: 'state', title: (words) => words.common.state, values: ['OPEN', 'FINISHED', 'REFUSED', 'EXPIRED'] },
    { key: 'purpose', title: (words) => words.attempts.purpose, values: ['SIGN_IN', 'SIGN_UP', 'RESET'] },
    { key: 'wasRefused', title: (words) => words.attempts.wasRefused },
    { key: 'userId', input: 'record' },
    { key: 'applicationId', input: 'record', isExtra: true },
    { key: 'reference', title: (words) => words.attempts.reference, input: 'text', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    {
      key: 'name',
      title: (words) => words.attempts.reference,
      show: ({ reference }) => <code>{reference}</code>,
      role: 'name',
    },
    {
      key: 'user',
      title: (words) => words.kinds.User,
      show: ({ user }, words) => (user ? <IdentityLink record={user} /> : words.record.nothing),
    },
    {
      key: 'application',
      title: (words) => words.attempts.application,
      show: ({ application }, words) => (application ? <IdentityLink record={application} /> : words.record.nothing),
      role: 'minor',
      permission: 'applications:read',
    },
    {
      key: 'purpose',
      title: (words) => words.attempts.purpose,
      show: ({ purpose }, words) => words.label(purpose),
      role: 'minor',
    },
    createdColumn,
    {
      key: 'ended',
      title: (words) => words.common.finished,
      show: ({ endedAt }) => <When at={endedAt} />,
      role: 'minor',
      isExtra: true,
    },
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ state }) => <AttemptMark state={state} />,
      role: 'state',
    },
  ],
  nameOf: ({ reference }) => reference,
  pathOf: ({ reference }) => pathOfAttempt(reference),
  find: {
    hint: (words) => words.attempts.finds,
    read: (text) => {
      const kind = kindOfId(text)?.kind;
      return kind === 'user' ? { userId: text } : kind === 'application' ? { applicationId: text } : null;
    },
    open: (text) => {
      const reference = referenceOf(text);
      return reference && pathOfAttempt(reference);
    },
  },
};

export const Attempts = (): ReactNode => <RecordList list={list} />;
