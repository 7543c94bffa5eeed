import { type ReactNode, useMemo } from 'react';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { organizationList, rolesIn } from '../../parts/list/memberships.tsx';
import { RecordList } from '../../parts/list/RecordList.tsx';
import { useApplication } from './application.ts';

const PageDocument = graphql(`
  query ApplicationOrganizations(
    $first: Int, $after: String, $last: Int, $before: String, $filter: OrganizationApplicationFilter, $orderBy: OrganizationApplicationOrder
    $withRoles: Boolean!
  ) {
    page: organizationApplications(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
      nodes { id joinedAt organization { id displayName } roles @include(if: $withRoles) { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query ApplicationOrganizationCount($filter: OrganizationApplicationFilter) {
    page: organizationApplications(filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** The organizations in which an application acts. */
const organizationsOf = (applicationId: string): ListDefinition<Row> => ({
  ...organizationList,
  document: PageDocument,
  count: CountDocument,
  empty: (words) => words.applications.noOrganizations,
  within: { applicationId },
  create: {
    operation: 'addOrganizationApplications',
    title: (words) => words.membership.addTo,
    input: { applicationIds: [applicationId] },
  },
  actions: [
    {
      takes: 'one',
      operation: 'setOrganizationApplicationRoles',
      key: 'r',
      title: (words) => words.membership.changeRoles,
      input: ([row]) => ({ organizationId: row?.organization?.id, applicationId, ...rolesIn(row) }),
    },
    {
      takes: 'one',
      operation: 'removeOrganizationApplication',
      title: (words) => words.common.remove,
      input: ([row]) => ({ organizationId: row?.organization?.id, applicationId }),
    },
  ],
});

/** The organizations in which an application acts, with the roles there. */
export function ApplicationOrganizations(): ReactNode {
  const { id } = useApplication();
  const list = useMemo(() => organizationsOf(id), [id]);
  return <RecordList list={list} />;
}
