import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import {
  createdColumn,
  creationFilters,
  idColumn,
  lastSignInColumn,
  createdId,
  personColumn,
  rolesColumn,
  suspensionColumn,
  updatedColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { RecordList } from '../../parts/list/RecordList.tsx';

const UsersDocument = graphql(`
  query Users($first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: UserFilter, $orderBy: UserOrder, $withRoles: Boolean!) {
    page: users(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName email username phone isSuspended lastSignInAt createdAt updatedAt roles @include(if: $withRoles) { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query UserCount($search: String, $filter: UserFilter) {
    page: users(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type User = NonNullable<ResultOf<typeof UsersDocument>['page']>['nodes'][number];

const users: ListDefinition<User> = {
  title: (words) => words.users.title,
  empty: (words) => words.users.empty,
  document: UsersDocument,
  count: CountDocument,
  gates: { withRoles: 'roles:read' },
  rest: '/users',
  newId: createdId('USER'),
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.users.created },
    { field: 'NAME', title: (words) => words.common.name },
    { field: 'EMAIL', title: (words) => words.common.email },
    { field: 'LAST_SIGN_IN_AT', title: (words) => words.common.lastSignIn },
    { field: 'UPDATED_AT', title: (words) => words.users.updated },
  ],
  filters: [
    { key: 'isSuspended', title: (words) => words.users.suspended },
    { key: 'isDeletionDue', title: (words) => words.users.isDeletionDue, isExtra: true },
    { key: 'roleId', input: 'record' },
    { key: 'lastSignInBefore', input: 'time', isExtra: true },
    { key: 'lastSignInAfter', input: 'time', isExtra: true },
    { key: 'hasVerifiedEmail', title: (words) => words.users.verifiedEmail, isExtra: true },
    { key: 'hasPassword', title: (words) => words.users.hasPassword, isExtra: true },
    { key: 'emailDomain', input: 'text', isExtra: true },
    { key: 'organizationId', input: 'record', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    personColumn((user) => user),
    { ...rolesColumn('roles:read', ({ roles }) => roles), role: 'minor' },
    { key: 'email', title: (words) => words.common.email, show: ({ email }) => email, order: 'EMAIL', isExtra: true },
    { key: 'username', title: (words) => words.common.username, show: ({ username }) => username, isExtra: true },
    { key: 'phone', title: (words) => words.users.phone, show: ({ phone }) => phone, isExtra: true },
    lastSignInColumn,
    createdColumn,
    updatedColumn,
    idColumn,
    suspensionColumn,
  ],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/users/${id}`,
  create: { operation: 'createUser', title: (words) => words.users.create },
  imports: { name: 'importUsers', operation: 'createUsers', title: (words) => words.common.import },
  actions: [
    {
      takes: 'one',
      operation: 'assignUsersRoles',
      key: 'r',
      title: (words) => words.common.assignRoles,
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), mode: 'ALL' }),
    },
    {
      // The same roles for all of them are chosen once.
      takes: 'many',
      operation: 'startJob',
      key: 'r',
      title: (words, number) => words.users.assignRolesTo(number),
      input: (rows) => ({ operation: 'ASSIGN_USER_ROLES', filter: { ids: rows.map(({ id }) => id) } }),
    },
    {
      operation: 'setUsersSuspended',
      key: 's',
      title: (words, number) => words.list.act(words.common.suspend, number),
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), isSuspended: true, mode: 'ALL' }),
    },
    {
      operation: 'setUsersSuspended',
      title: (words, number) => words.list.act(words.common.reactivate, number),
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), isSuspended: false, mode: 'ALL' }),
    },
    {
      operation: 'endUsersSessions',
      title: (words, number) => words.users.endSessionsOf(number),
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), mode: 'ALL' }),
    },
    {
      operation: 'deleteUsers',
      title: (words, number) => words.list.act(words.common.delete, number),
      input: (rows) => ({ items: rows.map(({ id }) => ({ userId: id })), mode: 'ALL' }),
    },
  ],
  jobs: [
    { title: (words) => words.common.suspend, input: { operation: 'SET_USER_SUSPENDED', isSuspended: true } },
    { title: (words) => words.common.reactivate, input: { operation: 'SET_USER_SUSPENDED', isSuspended: false } },
    { title: (words) => words.common.assignRoles, input: { operation: 'ASSIGN_USER_ROLES' } },
    { title: (words) => words.label('REMOVE_USER_ROLE'), input: { operation: 'REMOVE_USER_ROLE' } },
    { title: (words) => words.label('SET_ORGANIZATION_MEMBER'), input: { operation: 'SET_ORGANIZATION_MEMBER' } },
    { title: (words) => words.label('REMOVE_ORGANIZATION_MEMBER'), input: { operation: 'REMOVE_ORGANIZATION_MEMBER' } },
    { title: (words) => words.users.endSessions, input: { operation: 'END_USER_SESSIONS' } },
    { title: (words) => words.common.delete, input: { operation: 'DELETE_USER' } },
  ],
};

export const Users = (): ReactNode => <RecordList list={users} />;
