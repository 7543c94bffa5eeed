import { count } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  roles: {
    title: 'Roles',
    empty: 'A role grants scopes to those who hold it. Create the first one.',
    default: 'For new users',
    scopes: 'Scopes of API resources',
    noScopes: 'No scope: it grants nothing.',
    addScopes: 'Add scopes',
    matrix: {
      granted: (number: number) => `${count.format(number)} granted`,
      changes: (added: number, removed: number) => `${count.format(added)} to add, ${count.format(removed)} to remove`,
      added: '+ add',
      removed: '− remove',
      discard: 'Discard',
      save: 'Change scopes',
      more: (number: number) => `These are the first ${count.format(number)}. Type more of the name.`,
    },
    holders: 'Holders',
    take: 'Take away',
    takeFrom: (number: number) => `Take away from ${count.format(number)}`,
    tabs: { scopes: 'Scopes', holders: 'Holders' },
  },
  administrators: {
    machines: 'Applications in organizations',
    text: 'The roles that grant permissions of the Management API, and those who hold them.',
    permissions: (number: number) => `${count.format(number)} ${number === 1 ? 'permission' : 'permissions'}`,
    members: 'Members of organizations',
  },
  organizationRoles: {
    title: 'Organization roles',
    empty: 'An organization role grants scopes to members, in their organization only. Create the first one.',
  },
  organizationScopes: {
    title: 'Organization scopes',
    empty:
      'An organization scope is a permission that organization roles grant within an organization. Create the first.',
    create: 'New organization scope',
    noRoles: 'No organization role grants it.',
  },
} as const;

export type Texts = Widened<typeof texts>;
