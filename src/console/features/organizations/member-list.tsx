import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { joinedColumn, memberOrders, personColumn, rolesColumn } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { rolesIn } from '../../parts/list/memberships.tsx';

const PageDocument = graphql(`
  query Members(
    $first: Int, $after: String, $last: Int, $before: String, $search: String
    $filter: OrganizationMemberFilter, $orderBy: OrganizationMemberOrder, $withRoles: Boolean!
  ) {
    page: organizationMembers(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes {
        id joinedAt
        user { id displayName email username phone }
        roles @include(if: $withRoles) { id displayName }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query MembersCount($search: String, $filter: OrganizationMemberFilter) {
    page: organizationMembers(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** The members of an organization. */
export const membersOf = (organizationId: string): ListDefinition<Row> => ({
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.membership.members,
  empty: (words) => words.organizations.noMembers,
  rest: `/organizations/${organizationId}/users`,
  within: { organizationId },
  gates: { withRoles: 'organization-roles:read' },
  isAbout: ({ subject }) => subject.id === organizationId,
  order: '-JOINED_AT',
  orders: [...memberOrders, { field: 'EMAIL', title: (words) => words.common.email }],
  filters: [{ key: 'organizationRoleId', input: 'record' }],
  columns: [
    personColumn(({ user }) => user),
    rolesColumn('organization-roles:read', ({ roles }) => roles),
    joinedColumn,
  ],
  nameOf: ({ id, user }) => (user ? nameWithLine(user) : id),
  pathOf: ({ user }) => `/users/${user?.id}`,
  create: {
    operation: 'addOrganizationMembers',
    title: (words) => words.organizations.addMembers,
    input: { organizationId },
  },
  actions: [
    {
      takes: 'one',
      operation: 'setOrganizationMemberRoles',
      key: 'r',
      title: (words) => words.membership.changeRoles,
      input: ([row]) => ({ organizationId, userId: row?.user?.id, ...rolesIn(row) }),
    },
    {
      takes: 'one',
      operation: 'removeOrganizationMember',
      title: (words) => words.common.remove,
      input: ([row]) => ({ organizationId, userId: row?.user?.id }),
    },
    {
      takes: 'many',
      operation: 'removeOrganizationMembers',
      title: (words, number) => words.list.act(words.common.remove, number),
      input: (rows) => ({ organizationId, items: rows.map(({ user }) => ({ userId: user?.id })), mode: 'ALL' }),
    },
  ],
});
