import { changesHolders } from '../../data/event-facts.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { Identity } from '../identity/Identity.tsx';
import { joinedColumn, rolesColumn } from './columns.tsx';
import type { ListDefinition } from './definition.ts';

interface Membership {
  id: string;
  joinedAt: string;
  organization: Recognizable | null;
  roles?: readonly { id: string; displayName: string }[] | null;
}

/** The roles of a membership as the input of its change. Without a role, the dialog does not propose none. */
export const rolesIn = (row: { roles?: readonly { id: string }[] | null } | undefined): object =>
  row?.roles?.length ? { organizationRoleIds: row.roles.map(({ id }) => id) } : {};

/** The properties that the lists of the organizations of a user and of an application share. */
export const organizationList = {
  title: (words) => words.navigation.organizations,
  gates: { withRoles: 'organization-roles:read' },
  // No route of the REST API has memberships.
  rest: () => null,
  isNotExported: true,
  isSearchable: false,
  isAbout: changesHolders,
  order: '-JOINED_AT',
  orders: [{ field: 'JOINED_AT', title: (words) => words.membership.joinedAt }],
  filters: [
    { key: 'organizationId', input: 'record' },
    { key: 'organizationRoleId', input: 'record' },
  ],
  columns: [
    {
      key: 'name',
      title: (words) => words.kinds.Organization,
      show: ({ organization }, { record }) => (organization ? <Identity record={organization} /> : record.nothing),
      role: 'name',
    },
    rolesColumn('organization-roles:read', ({ roles }) => roles),
    joinedColumn,
  ],
  nameOf: ({ id, organization }) => (organization ? nameWithLine(organization) : id),
  pathOf: ({ organization }) => `/organizations/${organization?.id}`,
} satisfies Partial<ListDefinition<Membership>>;
