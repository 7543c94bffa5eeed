import { needs, ofAnyOrganization, recordWithin } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { Scope } from './api-resource.ts';
import { Node, versionMeaning } from './node.ts';

export const OrganizationScope = builder.prismaObject('OrganizationScope', {
  interfaces: [Node],
  select: { id: true, name: true, description: true, createdAt: true, updatedAt: true, version: true },
  description:
    'A permission that means something inside an organization only. Needs the permission organization-roles:read.',
  authScopes: recordWithin('organization-roles:read', ofAnyOrganization),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called; unique.' }),
    description: t.exposeString('description', { description: 'What it allows.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization scope was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the organization scope was last changed.',
    }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

export const OrganizationRole = builder.prismaObject('OrganizationRole', {
  interfaces: [Node],
  select: { id: true, name: true, description: true, createdAt: true, updatedAt: true, version: true },
  description:
    'A role that members hold within an organization, defined once for all organizations. Needs the permission organization-roles:read.',
  authScopes: recordWithin('organization-roles:read', ofAnyOrganization),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people call it; unique.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    organizationScopes: t.field({
      type: [OrganizationScope],
      ...needs('organization-roles:read'),
      description: 'The organization scopes it holds, in the order of their creation.',
      select: (_args, _context, scope) => ({
        scopes: { orderBy: { organizationScopeId: 'asc' }, select: { organizationScope: scope() } },
      }),
      resolve: ({ scopes }) => scopes.map(({ organizationScope }) => organizationScope),
    }),
    scopes: t.field({
      type: [Scope],
      ...needs('resources:read'),
      description:
        'The scopes of API resources it holds, in the order of their creation: what a token exchange gives members.',
      select: (_args, _context, scope) => ({ apiScopes: { orderBy: { scopeId: 'asc' }, select: { scope: scope() } } }),
      resolve: ({ apiScopes }) => apiScopes.map(({ scope }) => scope),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization role was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the organization role was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});
