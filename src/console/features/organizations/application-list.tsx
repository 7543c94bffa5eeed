import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { applicationColumn, joinedColumn, memberOrders, rolesColumn } from '../../parts/list/columns.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { rolesIn } from '../../parts/list/memberships.tsx';

const PageDocument = graphql(`
  query OrganizationMachines(
    $first: Int, $after: String, $last: Int, $before: String, $search: String
    $filter: OrganizationApplicationFilter, $orderBy: OrganizationApplicationOrder, $withRoles: Boolean!
  ) {
    page: organizationApplications(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes {
        id joinedAt
        application { id displayName }
        roles @include(if: $withRoles) { id displayName }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query OrganizationMachineCount($search: String, $filter: OrganizationApplicationFilter) {
    page: organizationApplications(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** The applications that act in an organization. */
export const applicationsOf = (organizationId: string): ListDefinition<Row> => ({
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.navigation.applications,
  empty: (words) => words.organizations.noApplications,
  rest: `/organizations/${organizationId}/applications`,
  isNotExported: true,
  within: { organizationId },
  gates: { withRoles: 'organization-roles:read' },
  isAbout: ({ subject }) => subject.id === organizationId,
  order: '-JOINED_AT',
  orders: memberOrders,
  filters: [{ key: 'organizationRoleId', input: 'record' }],
  columns: [applicationColumn, rolesColumn('organization-roles:read', ({ roles }) => roles), joinedColumn],
  nameOf: ({ id, application }) => (application ? nameWithLine(application) : id),
  pathOf: ({ application }) => `/applications/${application?.id}`,
  create: {
    operation: 'addOrganizationApplications',
    title: (words) => words.organizations.addApplications,
    input: { organizationId },
  },
  actions: [
    {
      takes: 'one',
      operation: 'setOrganizationApplicationRoles',
      key: 'r',
      title: (words) => words.membership.changeRoles,
      input: ([row]) => ({ organizationId, applicationId: row?.application?.id, ...rolesIn(row) }),
    },
    {
      takes: 'one',
      operation: 'removeOrganizationApplication',
      title: (words) => words.common.remove,
      input: ([row]) => ({ organizationId, applicationId: row?.application?.id }),
    },
  ],
});
