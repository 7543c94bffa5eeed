import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { all, equals, hasWord, idFilter, linkFilter, searched, some } from './conditions.ts';
import { defineList, type Key } from './list.ts';
import { foundUsers } from './users.ts';

const idOf = (column: string): Key => ({ column, type: 'text', nullable: false });
const joinedAt = { column: 'createdAt', type: 'time', description: 'When it became a member.' } as const;

export const organizationMembers = defineList<Prisma.OrganizationUserWhereInput>()({
  name: 'organizationMembers',
  kind: 'organizationUser',
  summary: 'Memberships of users in organizations.',
  searchNeeds: 'users:read',
  searchDescription:
    'Members whose email, username or phone begins with this, or a word of whose name does, in any case.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Members of this organization.'),
    userId: linkFilter('user', 'Memberships of this user.'),
    organizationRoleId: linkFilter('organizationRole', 'Those who hold this role in the organization.'),
  }),
  order: { joinedAt },
  tie: [idOf('organizationId'), idOf('userId')],
  where: ({ filter, search }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('userId', filter.userId),
      some('roles', equals('organizationRoleId', filter.organizationRoleId)),
      searched(search, (text) => [{ user: { OR: foundUsers(text) } }]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

export const organizationApplications = defineList<Prisma.OrganizationApplicationWhereInput>()({
  name: 'organizationApplications',
  kind: 'organizationApplication',
  summary: 'Memberships of applications in organizations.',
  searchNeeds: 'applications:read',
  searchDescription: 'Applications a word of whose name begins with this, in any case.',
  filter: z.strictObject({
    organizationId: idFilter('organization', 'Members of this organization.'),
    applicationId: linkFilter('application', 'Memberships of this application.'),
    organizationRoleId: linkFilter('organizationRole', 'Those that hold this role in the organization.'),
  }),
  order: { joinedAt },
  tie: [idOf('organizationId'), idOf('applicationId')],
  where: ({ filter, search }) =>
    all(
      equals('organizationId', filter.organizationId),
      equals('applicationId', filter.applicationId),
      some('roles', equals('organizationRoleId', filter.organizationRoleId)),
      searched(search, (text) => [{ application: { OR: hasWord('name', text) } }]),
    ),
  within: (organizationIds) => ({ organizationId: { in: [...organizationIds] } }),
});

/** What the memberships of one user, or of one application, are searched by: the organizations. */
const byOrganization = {
  searchDescription: 'Organizations a word of whose name begins with this, in any case.',
  searchNeeds: undefined,
};
const ofOrganizations = (search: string | undefined): object =>
  searched(search, (text) => [{ organization: { OR: hasWord('name', text) } }]);

/** The same list below a user. */
export const organizationsOfUser: typeof organizationMembers = {
  ...organizationMembers,
  ...byOrganization,
  where: ({ search, ...asked }) => all(organizationMembers.where(asked), ofOrganizations(search)),
};

/** The same list below an application. */
export const organizationsOfApplication: typeof organizationApplications = {
  ...organizationApplications,
  ...byOrganization,
  where: ({ search, ...asked }) => all(organizationApplications.where(asked), ofOrganizations(search)),
};
