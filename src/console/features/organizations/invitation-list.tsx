import { graphql, type ResultOf } from '../../data/graphql.ts';
import { nameWithLine } from '../../data/records/recognition.ts';
import { createdColumn, creationFilters, idColumn, createdId, rolesColumn } from '../../parts/list/columns.tsx';
import { Identity } from '../../parts/identity/Identity.tsx';
import type { ListDefinition } from '../../parts/list/definition.ts';
import { StateMark, When } from '../../parts/marks.tsx';

const PageDocument = graphql(`
  query Invitations(
    $first: Int, $after: String, $last: Int, $before: String, $search: String, $filter: OrganizationInvitationFilter, $orderBy: OrganizationInvitationOrder
    $withRoles: Boolean!, $withInviter: Boolean!
  ) {
    page: organizationInvitations(first: $first, after: $after, last: $last, before: $before, search: $search, filter: $filter, orderBy: $orderBy) {
      nodes {
        id displayName inviteeEmail status expiresAt createdAt organization { id displayName }
        organizationRoles @include(if: $withRoles) { id displayName }
        inviter @include(if: $withInviter) { id displayName email username phone }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const CountDocument = graphql(`
  query InvitationsCount($search: String, $filter: OrganizationInvitationFilter) {
    page: organizationInvitations(search: $search, filter: $filter) { totalCount totalCountIsExact }
  }
`);

type Row = NonNullable<ResultOf<typeof PageDocument>['page']>['nodes'][number];

/** Invitations: to all organizations, or to one. */
export const invitations: ListDefinition<Row> = {
  document: PageDocument,
  count: CountDocument,
  title: (words) => words.invitations.title,
  empty: (words) => words.invitations.empty,
  rest: '/organization-invitations',
  gates: { withRoles: 'organization-roles:read', withInviter: 'users:read' },
  newId: createdId('ORGANIZATION_INVITATION'),
  order: '-CREATED_AT',
  orders: [
    { field: 'CREATED_AT', title: (words) => words.record.created },
    { field: 'EXPIRES_AT', title: (words) => words.invitations.expires },
    { field: 'INVITEE_EMAIL', title: (words) => words.common.email },
  ],
  filters: [
    { key: 'status', title: (words) => words.common.state, values: ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] },
    { key: 'organizationId', input: 'record' },
    { key: 'inviteeEmail', title: (words) => words.common.email, input: 'text', isExtra: true },
    ...creationFilters,
  ],
  columns: [
    {
      key: 'name',
      title: (words) => words.common.email,
      show: ({ inviteeEmail }) => inviteeEmail,
      role: 'name',
      order: 'INVITEE_EMAIL',
    },
    {
      key: 'organization',
      title: (words) => words.kinds.Organization,
      show: ({ organization }) => (organization ? <Identity record={organization} /> : null),
    },
    rolesColumn('organization-roles:read', ({ organizationRoles }) => organizationRoles),
    {
      key: 'inviter',
      title: (words) => words.invitations.inviter,
      show: ({ inviter }, { record }) => (inviter ? <Identity record={inviter} /> : record.nothing),
      role: 'minor',
      permission: 'users:read',
    },
    {
      key: 'expires',
      title: (words) => words.invitations.expires,
      show: ({ expiresAt }) => <When at={expiresAt} />,
      role: 'minor',
      order: 'EXPIRES_AT',
    },
    createdColumn,
    idColumn,
    {
      key: 'state',
      title: (words) => words.common.state,
      show: ({ status }, words) => (
        <StateMark tone={status === 'PENDING' ? 'warn' : status === 'ACCEPTED' ? 'good' : 'soft'}>
          {words.label(status)}
        </StateMark>
      ),
      role: 'state',
    },
  ],
  nameOf: nameWithLine,
  create: { operation: 'createOrganizationInvitation', title: (words) => words.invitations.create },
  actions: [
    {
      operation: 'setOrganizationInvitationsStatus',
      title: (words, number) => words.list.act(words.invitations.revoke, number),
      input: (rows) => ({
        status: 'REVOKED',
        items: rows.map(({ id: organizationInvitationId }) => ({ organizationInvitationId })),
      }),
    },
    {
      takes: 'one',
      operation: 'setOrganizationInvitationStatus',
      title: (words) => words.invitations.accept,
      input: ([row]) => ({ organizationInvitationId: row?.id, status: 'ACCEPTED' }),
    },
    {
      takes: 'one',
      operation: 'resendOrganizationInvitation',
      title: (words) => words.invitations.resend,
      input: ([row]) => ({ organizationInvitationId: row?.id }),
    },
    {
      takes: 'one',
      operation: 'deleteOrganizationInvitation',
      title: (words) => words.common.delete,
      input: ([row]) => ({ organizationInvitationId: row?.id }),
    },
  ],
};
