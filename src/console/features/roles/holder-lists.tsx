import { changesHolders } from '../../data/event-facts.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import {
  createdColumn,
  identityColumn,
  idColumn,
  lastSignInColumn,
  namedOrders,
  personColumn,
  suspensionColumn,
} from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import type { Texts } from './holder-texts/en.ts';

const UsersDocument = graphql(`
  query RoleUserList($first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: UserFilter, $orderBy: UserOrder) {
    page: users(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName email username phone isSuspended lastSignInAt createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const UserCountDocument = graphql(`
  query RoleUserCount($search: String, $filter: UserFilter) {
    page: users(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type User = NonNullable<ResultOf<typeof UsersDocument>['page']>['nodes'][number];

/** The users who hold a role. */
export const usersWith = (roleId: string, texts: Texts): ListDefinition<User> => ({
  document: UsersDocument,
  count: UserCountDocument,
  title: (words) => words.roles.holders,
  empty: () => texts.noUser,
  rest: '/users',
  within: { roleId },
  isAbout: changesHolders,
  order: 'NAME',
  orders: [
    { field: 'NAME', title: (words) => words.common.name },
    { field: 'EMAIL', title: (words) => words.common.email },
    { field: 'LAST_SIGN_IN_AT', title: (words) => words.common.lastSignIn },
    { field: 'CREATED_AT', title: (words) => words.record.created },
  ],
  filters: [{ key: 'isSuspended', title: (words) => words.state.suspended }],
  columns: [personColumn((user) => user), lastSignInColumn, createdColumn, idColumn, suspensionColumn],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/users/${id}`,
  create: {
    operation: 'assignUserRoles',
    title: () => `${texts.toUser}…`,
    first: `${texts.firstUser}…`,
    input: { roleIds: [roleId] },
  },
  actions: [
    {
      takes: 'one',
      operation: 'removeUserRole',
      title: (words) => words.roles.take,
      input: ([row]) => ({ userId: row?.id, roleId }),
    },
    {
      takes: 'many',
      operation: 'removeUsersRole',
      title: (words, number) => words.roles.takeFrom(number),
      input: (rows) => ({ roleId, items: rows.map(({ id: userId }) => ({ userId })), mode: 'ALL' }),
    },
  ],
});

const ApplicationsDocument = graphql(`
  query RoleApplicationList(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: ApplicationFilter, $orderBy: ApplicationOrder
  ) {
    page: applications(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id displayName type isSuspended createdAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ApplicationCountDocument = graphql(`
  query RoleApplicationCount($search: String, $filter: ApplicationFilter) {
    page: applications(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Application = NonNullable<ResultOf<typeof ApplicationsDocument>['page']>['nodes'][number];

/** The applications that hold a role as machines. */
export const applicationsWith = (roleId: string, texts: Texts): ListDefinition<Application> => ({
  document: ApplicationsDocument,
  count: ApplicationCountDocument,
  title: (words) => words.navigation.applications,
  empty: () => texts.noApplication,
  rest: '/applications',
  within: { roleId },
  isAbout: changesHolders,
  order: 'NAME',
  orders: namedOrders,
  filters: [{ key: 'isSuspended', title: (words) => words.state.suspended }],
  columns: [identityColumn, createdColumn, suspensionColumn],
  nameOf: nameWithLine,
  pathOf: ({ id }) => `/applications/${id}`,
  create: {
    operation: 'assignApplicationRoles',
    title: () => `${texts.toApplication}…`,
    first: `${texts.firstApplication}…`,
    input: { roleIds: [roleId] },
  },
  actions: [
    {
      takes: 'one',
      operation: 'removeApplicationRole',
      title: (words) => words.roles.take,
      input: ([row]) => ({ applicationId: row?.id, roleId }),
    },
  ],
});
