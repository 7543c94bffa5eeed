import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { withOrganizationRole } from '../../store/records/role-holders.ts';
import { all, equals, hasWord, idFilter, linkFilter, searched } from '../conditions.ts';
import { defineList, type Key } from '../list.ts';
import { userSearch, userSearchMeaning } from './users.ts';

const idOf = (column: string): Key => ({ column, type: 'text', nullable: false });
const joinedAt = { column: 'createdAt', type: 'time', description: 'Time of joining.' } as const;
const readsAll = 'Reads all memberships that match, so filter by organization.';

export const organizationMembers = defineList<Prisma.OrganizationUserWhereInput>()({
  name: 'organizationMembers',
  kind: 'organizationUser',
  summary: 'Memberships of users in organizations.',
  searchPermission: 'users:read',
  searchDescription: userSearchMeaning,
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Only members of this organization.'),
    userId: linkFilter('user', 'Only memberships of this user.'),
    organizationRoleId: linkFilter('organizationRole', 'Only members with this organization role in the organization.'),
  }),
  order: {
    joinedAt,
    name: {
      of: 'user',
      nullable: true,
      permission: 'users:read',
      description: `Name of the user; null first. ${readsAll}`,
    },
    email: {
      of: 'user',
      nullable: true,
      permission: 'users:read',
      description: `Email address of the user; null first. ${readsAll}`,
    },
  },
  tie: [idOf('organizationId'), idOf('userId')],
  where: ({ filter, search }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('userId', filter.userId),
      withOrganizationRole(filter.organizationRoleId),
      searched(search, (text) => [{ user: { OR: userSearch(text) } }]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

export const organizationApplications = defineList<Prisma.OrganizationApplicationWhereInput>()({
  name: 'organizationApplications',
  kind: 'organizationApplication',
  summary: 'Memberships of applications in organizations.',
  searchPermission: 'applications:read',
  searchDescription: 'Case-insensitive search in applications: the start of a word of the name.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Only members of this organization.'),
    applicationId: linkFilter('application', 'Only memberships of this application.'),
    organizationRoleId: linkFilter('organizationRole', 'Only members with this organization role in the organization.'),
  }),
  order: {
    joinedAt,
    name: { of: 'application', permission: 'applications:read', description: `Name of the application. ${readsAll}` },
  },
  tie: [idOf('organizationId'), idOf('applicationId')],
  where: ({ filter, search }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('applicationId', filter.applicationId),
      withOrganizationRole(filter.organizationRoleId),
      searched(search, (text) => [{ application: { OR: hasWord('name', text) } }]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

/** Memberships of one user or application are searched by organization. */
const byOrganization = {
  searchDescription: 'Case-insensitive search in organizations: the start of a word of the name.',
  searchPermission: undefined,
};
const ofOrganizations = (search: string | undefined): object =>
  searched(search, (text) => [{ organization: { OR: hasWord('name', text) } }]);

/** The same list below a user. */
export const organizationsOfUser: typeof organizationMembers = {
  ...organizationMembers,
  ...byOrganization,
  where: ({ search, ...query }) => all(organizationMembers.where(query), ofOrganizations(search)),
};

/** The same list below an application. */
export const organizationsOfApplication: typeof organizationApplications = {
  ...organizationApplications,
  ...byOrganization,
  where: ({ search, ...query }) => all(organizationApplications.where(query), ofOrganizations(search)),
};
