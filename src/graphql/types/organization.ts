import {
  organizationApplications,
  organizationMembers,
  organizationsOfApplication,
  organizationsOfUser,
} from '../../reads/organization-members.ts';
import { needs, needsIn, ofItself, ofOrganization, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Application } from './application.ts';
import { OrganizationRole } from './organization-role.ts';
import { User } from './user.ts';
import { Node, versionMeaning } from './node.ts';

const ofMembership = ({ organizationId }: { organizationId: string }): string => organizationId;
const itself = ({ id }: { id: string }): string => id;

builder.prismaObject('OrganizationUser', {
  name: 'OrganizationMember',
  select: { organizationId: true, userId: true },
  description: 'Membership of a user in an organization. Needs the permission organizations:read.',
  authScopes: recordWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    user: t.relation('user', { ...needsIn('users:read', ofMembership), description: 'The user who is a member.' }),
    organization: t.relation('organization', {
      ...needsIn('organizations:read', ofMembership),
      description: 'The organization.',
    }),
    roles: t.field({
      type: [OrganizationRole],
      ...needsIn('organization-roles:read', ofMembership),
      description: 'The roles the user holds in this organization, in the order of their creation.',
      select: (_args, _context, role) => ({
        roles: { orderBy: { organizationRoleId: 'asc' }, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user became a member.' }),
  }),
});

builder.prismaObject('OrganizationApplication', {
  name: 'OrganizationApplication',
  select: { organizationId: true, applicationId: true },
  description: 'Membership of an application in an organization. Needs the permission organizations:read.',
  authScopes: recordWithin('organizations:read', ofOrganization),
  fields: (t) => ({
    application: t.relation('application', {
      ...needsIn('applications:read', ofMembership),
      description: 'The application that is a member.',
    }),
    organization: t.relation('organization', {
      ...needsIn('organizations:read', ofMembership),
      description: 'The organization.',
    }),
    roles: t.field({
      type: [OrganizationRole],
      ...needsIn('organization-roles:read', ofMembership),
      description: 'The roles the application holds in this organization, in the order of their creation.',
      select: (_args, _context, role) => ({
        roles: { orderBy: { organizationRoleId: 'asc' }, select: { organizationRole: role() } },
      }),
      resolve: ({ roles }) => roles.map(({ organizationRole }) => organizationRole),
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', description: 'When the application became a member.' }),
  }),
});

export const Organization = builder.prismaObject('Organization', {
  interfaces: [Node],
  select: { id: true },
  description:
    'A customer of the customer: people and applications are its members. Needs the permission organizations:read.',
  authScopes: recordWithin('organizations:read', ofItself),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people call it.' }),
    description: t.exposeString('description', { description: 'What it is.' }),
    customData: t.expose('customData', { type: 'JSONObject', description: 'What the customer keeps about it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the organization was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(Organization, {
  field: 'members',
  relation: 'users',
  list: organizationMembers,
  owner: 'organizationId',
  access: needsIn('organizations:read', itself),
  description: 'The users that belong to it',
});

addRelatedList(Organization, {
  field: 'applications',
  relation: 'applications',
  list: organizationApplications,
  owner: 'organizationId',
  access: needsIn('organizations:read', itself),
  description: 'The applications that belong to it',
});

addRelatedList(User, {
  field: 'organizations',
  relation: 'organizations',
  list: organizationsOfUser,
  owner: 'userId',
  access: needs('organizations:read'),
  description: 'The organizations the user belongs to',
});

addRelatedList(Application, {
  field: 'organizations',
  relation: 'organizations',
  list: organizationsOfApplication,
  owner: 'applicationId',
  access: needs('organizations:read'),
  description: 'The organizations it belongs to',
});
