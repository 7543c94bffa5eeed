import { users } from '../../reads/users.ts';
import { needs, recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { Scope } from './api-resource.ts';
import { User } from './user.ts';
import { Node, versionMeaning } from './node.ts';

export const Role = builder.prismaObject('Role', {
  interfaces: [Node],
  select: { id: true },
  description: 'A named set of scopes, held by users and by applications. Needs the permission roles:read.',
  authScopes: recordOf('roles:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people call it; unique.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether users created from now on hold it from the start.',
    }),
    scopes: t.field({
      type: [Scope],
      ...needs('resources:read'),
      description: 'The scopes it holds, in the order of their creation.',
      select: (_args, _context, scope) => ({ scopes: { orderBy: { scopeId: 'asc' }, select: { scope: scope() } } }),
      resolve: ({ scopes }) => scopes.map(({ scope }) => scope),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the role was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the role was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});

addRelatedList(Role, {
  field: 'users',
  relation: 'users',
  list: users,
  owner: 'roleId',
  through: { model: 'userRole', relation: 'user', key: 'userId' },
  access: needs('users:read'),
  description: 'The users that hold it',
});

builder.prismaObjectField(User, 'roles', (t) =>
  t.field({
    type: [Role],
    ...needs('roles:read'),
    description: 'The roles the user holds outside organizations, in the order of their creation.',
    select: (_args, _context, role) => ({ roles: { orderBy: { roleId: 'asc' }, select: { role: role() } } }),
    resolve: ({ roles }) => roles.map(({ role }) => role),
  }),
);
