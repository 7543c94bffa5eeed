import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { createdColumn, suspensionColumn } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { When } from '../../parts/marks.tsx';

const UsersDocument = graphql(`
  query Users($first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: UserFilter, $orderBy: UserOrder) {
    page: users(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName email username phone isSuspended lastSignInAt createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query UserCount($search: String, $filter: UserFilter, $upTo: Int) {
    page: users(search: $search, filter: $filter) { totalCount(upTo: $upTo) }
  }
`);

type User = NonNullable<ResultOf<typeof UsersDocument>['page']>['nodes'][number];

const users: ListDefinition<User> = {
  title: (words) => words.users.title,
  empty: (words) => words.users.empty,
  document: UsersDocument,
  count: CountDocument,
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.users.created },
    { field: 'NAME', title: (words) => words.users.name },
    { field: 'EMAIL', title: (words) => words.users.email },
    { field: 'LAST_SIGN_IN_AT', title: (words) => words.users.lastSignIn },
    { field: 'UPDATED_AT', title: (words) => words.users.updated },
  ],
  filters: [
    { key: 'isSuspended', title: (words) => words.users.suspended },
    { key: 'hasVerifiedEmail', title: (words) => words.users.verifiedEmail },
    { key: 'hasPassword', title: (words) => words.users.hasPassword },
  ],
  columns: [
    { key: 'name', title: (words) => words.users.person, show: ({ displayName }) => displayName, role: 'name' },
    {
      key: 'email',
      title: (words) => words.users.email,
      show: ({ email, phone, username }) => email ?? phone ?? username,
    },
    {
      key: 'lastSignIn',
      title: (words) => words.users.lastSignIn,
      show: ({ lastSignInAt }) => <When at={lastSignInAt} />,
      role: 'minor',
    },
    createdColumn,
    suspensionColumn,
  ],
  nameOf: ({ displayName }) => displayName,
  pathOf: ({ id }) => `/users/${id}`,
  create: { operation: 'createUser', title: (words) => words.users.create },
  actions: [
    {
      operation: 'setUsersSuspended',
      title: (words) => words.users.suspend,
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), isSuspended: true, mode: 'ALL' }),
    },
    {
      operation: 'setUsersSuspended',
      title: (words) => words.users.reactivate,
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), isSuspended: false, mode: 'ALL' }),
    },
    {
      operation: 'deleteUsers',
      title: (words) => words.users.delete,
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), mode: 'ALL' }),
    },
  ],
};

export const Users = (): ReactNode => <RecordList list={users} />;
