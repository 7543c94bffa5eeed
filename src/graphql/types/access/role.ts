import { users } from '../../../reads/lists/users.ts';
import { heldRoles } from '../../../store/records/role-holders.ts';
import { roleShape } from '../../../vocabulary/resources.ts';
import { requires, readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { exposeShape, shortColumns } from '../../schema/shapes.ts';
import { Scope } from './api-resource.ts';
import { User } from '../people/user.ts';
import { Named, Node } from '../node.ts';

const columns = shortColumns('Role', roleShape);
export const Role = builder.prismaObject('Role', {
  interfaces: [Node, Named],
  select: columns,
  description:
    'A named set of scopes, which users and applications can be assigned. Requires the permission roles:read.',
  authScopes: readableWith('roles:read'),
  fields: (t) => ({
    ...exposeShape(t, roleShape, columns),
    scopes: t.field({
      type: [Scope],
      ...requires('resources:read'),
      description: 'Scopes that the role grants, sorted by creation time. `scopes(filter: { roleId })` has pages.',
      select: (_args, _context, scope) => ({ scopes: { orderBy: { scopeId: 'asc' }, select: { scope: scope() } } }),
      resolve: ({ scopes }) => scopes.map(({ scope }) => scope),
    }),
  }),
});

addRelatedList(Role, {
  field: 'users',
  relation: 'users',
  list: users,
  table: 'user_roles',
  owner: 'roleId',
  through: { model: 'userRole', relation: 'user', key: 'userId' },
  access: requires('users:read'),
  description: 'Users with this role.',
});

builder.prismaObjectField(User, 'roles', (t) =>
  t.field({
    type: [Role],
    ...requires('roles:read'),
    description:
      'Roles of the user, sorted by creation time. `roles(filter: { userId })` has pages. Organization roles are at the memberships.',
    select: (_args, _context, role) => ({ roles: { ...heldRoles, select: { role: role() } } }),
    resolve: ({ roles }) => roles.map(({ role }) => role),
  }),
);
