import { type ReactNode, useMemo } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { organizationList, rolesIn } from '../../parts/list/memberships.tsx';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { useUser } from './user.ts';

const PageDocument = graphql(`
  query UserOrganizations(
    $first: Int, $after: String, $last: Int, $before: String, $filter: OrganizationMemberFilter, $orderBy: OrganizationMemberOrder
    $withRoles: Boolean!
  ) {
    page: organizationMembers(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes { id joinedAt organization { id displayName } roles @include(if: $withRoles) { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query UserOrganizationCount($filter: OrganizationMemberFilter) {
    page: organizationMembers(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** The organizations of a user. */
const organizationsOf = (userId: string): ListDefinition<Row> => ({
  ...organizationList,
  document: PageDocument,
  count: CountDocument,
  empty: (words) => words.users.noOrganizations,
  within: { userId },
  create: {
    operation: 'addOrganizationMembers',
    title: (words) => words.membership.addTo,
    input: { userIds: [userId] },
  },
  actions: [
    {
      takes: 'one',
      operation: 'setOrganizationMemberRoles',
      key: 'r',
      title: (words) => words.membership.changeRoles,
      input: ([row]) => ({ organizationId: row?.organization?.id, userId, ...rolesIn(row) }),
    },
    {
      takes: 'one',
      operation: 'removeOrganizationMember',
      title: (words) => words.common.remove,
      input: ([row]) => ({ organizationId: row?.organization?.id, userId }),
    },
  ],
});

/** The organizations of a user, with the roles there. */
export function UserOrganizations(): ReactNode {
  const { id } = useUser();
  const list = useMemo(() => organizationsOf(id), [id]);
  return <RecordList list={list} />;
}
