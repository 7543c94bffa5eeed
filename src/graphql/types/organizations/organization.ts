import {
  organizationApplications,
  organizationMembers,
  organizationsOfApplication,
  organizationsOfUser,
} from '../../../reads/lists/organization-members.ts';
import { membershipId } from '../../../reads/membership-ids.ts';
import {
  organizationApplicationShape,
  organizationShape,
  organizationUserShape,
} from '../../../vocabulary/records/organization-shapes.ts';
import { heldOrganizationRoles } from '../../../store/records/role-holders.ts';
import {
  requires,
  requiresIn,
  isOrganization,
  ofOrganization,
  readableWithin,
  organizationIdOf,
} from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, exposeShape, shortColumns } from '../../schema/shapes.ts';
import { Application } from '../access/application.ts';
import { OrganizationRole } from './organization-role.ts';
import { User } from '../people/user.ts';
import { Named, Node } from '../node.ts';

const itself = ({ id }: { id: string }): string => id;

builder.prismaObject('OrganizationUser', {
  name: 'OrganizationMember',
  interfaces: [Node] as never,
  select: { organizationId: true, userId: true },
  description: 'Membership of a user in an organization. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    id: t.id({
      ...describedBy(organizationUserShape.shape.id),
      resolve: (membership) => membershipId('organizationUser', membership),
    }),
    user: t.relation('user', requiresIn('users:read', organizationIdOf)),
    organization: t.relation('organization', requiresIn('organizations:read', organizationIdOf)),
    roles: t.field({
      type: [OrganizationRole],
      ...requiresIn('organization-roles:read', organizationIdOf),
      description: 'Organization roles of the user in this organization, sorted by creation time.',
      select: (_args, _context, role) => ({
        roles: { ...heldOrganizationRoles, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', ...describedBy(organizationUserShape.shape.joinedAt) }),
  }),
});

builder.prismaObject('OrganizationApplication', {
  name: 'OrganizationApplication',
  interfaces: [Node] as never,
  select: { organizationId: true, applicationId: true },
  description: 'Membership of an application in an organization. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    id: t.id({
      ...describedBy(organizationApplicationShape.shape.id),
      resolve: (membership) => membershipId('organizationApplication', membership),
    }),
    application: t.relation('application', requiresIn('applications:read', organizationIdOf)),
    organization: t.relation('organization', requiresIn('organizations:read', organizationIdOf)),
    roles: t.field({
      type: [OrganizationRole],
      ...requiresIn('organization-roles:read', organizationIdOf),
      description: 'Organization roles of the application in this organization, sorted by creation time.',
      select: (_args, _context, role) => ({
        roles: { ...heldOrganizationRoles, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', ...describedBy(organizationApplicationShape.shape.joinedAt) }),
  }),
});

const columns = shortColumns('Organization', organizationShape);
export const Organization = builder.prismaObject('Organization', {
  interfaces: [Node, Named],
  select: columns,
  description: 'A tenant, with users and applications as members. Requires the permission organizations:read.',
  authScopes: readableWithin('organizations:read', isOrganization),
  fields: (t) => exposeShape(t, organizationShape, columns),
});

addRelatedList(Organization, {
  field: 'members',
  relation: 'users',
  list: organizationMembers,
  table: 'organization_users',
  owner: 'organizationId',
  access: requiresIn('organizations:read', itself),
  description: 'Memberships of users in the organization.',
});

addRelatedList(Organization, {
  field: 'applications',
  relation: 'applications',
  list: organizationApplications,
  table: 'organization_applications',
  owner: 'organizationId',
  access: requiresIn('organizations:read', itself),
  description: 'Memberships of applications in the organization.',
});

addRelatedList(User, {
  field: 'organizations',
  relation: 'organizations',
  list: organizationsOfUser,
  table: 'organization_users',
  owner: 'userId',
  access: requires('organizations:read'),
  description: 'Memberships of the user in organizations.',
});

addRelatedList(Application, {
  field: 'organizations',
  relation: 'organizations',
  list: organizationsOfApplication,
  table: 'organization_applications',
  owner: 'applicationId',
  access: requires('organizations:read'),
  description: 'Memberships of the application in organizations.',
});
