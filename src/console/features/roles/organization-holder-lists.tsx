import { changesHolders } from '../../data/event-facts.ts';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { applicationColumn, joinedColumn, memberOrders, personColumn } from '../../parts/list/columns.tsx';
import type { Column, ListDefinition } from '../../parts/list/definition.ts';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import type { SourceRecord } from '../../parts/access/Sources.tsx';
import type { Texts } from './holder-texts/en.ts';

const MembersDocument = graphql(`
  query RoleMemberList(
    $first: Int, $after: String, $last: Int, $before: String, $search: String
    $filter: OrganizationMemberFilter, $orderBy: OrganizationMemberOrder
  ) {
    page: organizationMembers(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id joinedAt user { id displayName email username phone } organization { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const MemberCountDocument = graphql(`
  query RoleMemberCount($search: String, $filter: OrganizationMemberFilter) {
    page: organizationMembers(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Member = NonNullable<ResultOf<typeof MembersDocument>['page']>['nodes'][number];

/** The organization in which a role is held. */
const organizationColumn: Column<{ organization: SourceRecord | null }> = {
  key: 'organization',
  title: (words) => words.kinds.Organization,
  show: ({ organization }, { record }) => (organization ? <IdentityLink record={organization} /> : record.nothing),
};

/** The properties that the lists of the holders of an organization role share. */
const common = {
  isAbout: changesHolders,
  order: '-JOINED_AT',
  filters: [{ key: 'organizationId', input: 'record' }],
} as const;

/** The members who hold an organization role, each in an organization. */
export const membersWith = (organizationRoleId: string, texts: Texts): ListDefinition<Member> => ({
  ...common,
  document: MembersDocument,
  count: MemberCountDocument,
  title: (words) => words.administrators.members,
  empty: () => texts.noUser,
  rest: ({ organizationId }) => (typeof organizationId === 'string' ? `/organizations/${organizationId}/users` : null),
  within: { organizationRoleId },
  orders: memberOrders,
  columns: [personColumn(({ user }) => user), organizationColumn, joinedColumn],
  nameOf: ({ id, user }) => (user ? nameWithLine(user) : id),
  pathOf: ({ user }) => `/users/${user?.id}`,
  create: {
    operation: 'setOrganizationMember',
    title: () => `${texts.toUser}…`,
    first: `${texts.firstUser}…`,
    input: { organizationRoleIds: [organizationRoleId] },
  },
});

const MachinesDocument = graphql(`
  query RoleMachineList(
    $first: Int, $after: String, $last: Int, $before: String, $search: String
    $filter: OrganizationApplicationFilter, $orderBy: OrganizationApplicationOrder
  ) {
    page: organizationApplications(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes { id joinedAt application { id displayName } organization { id displayName } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const MachineCountDocument = graphql(`
  query RoleMachineCount($search: String, $filter: OrganizationApplicationFilter) {
    page: organizationApplications(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Machine = NonNullable<ResultOf<typeof MachinesDocument>['page']>['nodes'][number];

/** The applications that hold an organization role, each in an organization. */
export const machinesWith = (organizationRoleId: string, texts: Texts): ListDefinition<Machine> => ({
  ...common,
  document: MachinesDocument,
  count: MachineCountDocument,
  title: (words) => words.administrators.machines,
  empty: () => texts.noApplication,
  rest: ({ organizationId }) =>
    typeof organizationId === 'string' ? `/organizations/${organizationId}/applications` : null,
  isNotExported: true,
  within: { organizationRoleId },
  orders: memberOrders,
  columns: [applicationColumn, organizationColumn, joinedColumn],
  nameOf: ({ id, application }) => (application ? nameWithLine(application) : id),
  pathOf: ({ application }) => `/applications/${application?.id}`,
  create: {
    operation: 'setOrganizationApplicationRoles',
    title: () => `${texts.toApplication}…`,
    first: `${texts.firstApplication}…`,
    input: { organizationRoleIds: [organizationRoleId] },
  },
});
