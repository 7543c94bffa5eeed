import { prismaConnectionHelpers } from '@pothos/plugin-prisma';
import { users } from '../../reads/users.ts';
import { needs, recordOf, withinReach } from '../access.ts';
import { builder } from '../builder.ts';
import { cursorParts, recordsOf } from '../connections.ts';
import type { Context } from '../context.ts';
import { Scope } from './api-resource.ts';
import { User } from './user.ts';
import { Node, versionMeaning } from './node.ts';

const seenHolders = (context: Context) => withinReach(users, context, (user) => ({ user }));

const holders = prismaConnectionHelpers(builder, 'UserRole', {
  cursor: 'userId_roleId',
  query: (_args, context) => ({ ...seenHolders(context), orderBy: { userId: 'asc' as const } }),
  select: (user) => ({ user: user() }),
  resolveNode: ({ user }) => user,
});

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
    users: t.connection(
      {
        type: User,
        ...needs('users:read'),
        description: 'The users that hold it, in the order of their creation.',
        extensions: { [cursorParts]: 2 },
        select: (args, context, user) => ({
          _count: { select: { users: { ...seenHolders(context) } } },
          users: holders.getQuery(args, context, () => user({ select: { id: true } })),
        }),
        resolve: ({ users, _count }, args, context) => ({
          ...holders.resolve(users, args, context),
          totalCount: _count.users,
        }),
      },
      {
        extensions: recordsOf('User'),
        fields: (c) => ({ totalCount: c.int({ resolve: ({ totalCount }) => totalCount }) }),
      },
      { name: 'RoleUserEdge' },
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the role was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the role was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
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
