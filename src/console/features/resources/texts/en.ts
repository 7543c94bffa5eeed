import type { Widened } from '../../../words/widened.ts';

export const texts = {
  resources: {
    title: 'API resources',
    empty: 'An API resource is a service that accepts tokens of this platform. Create the first one.',
    create: 'New API resource',
    indicator: 'Resource indicator',
    ttl: 'Access tokens are valid for',
    algorithm: 'Access tokens are signed with',
    scopes: 'Scopes',
    rolesWith: 'Roles with it',
    addScope: 'Add a scope',
  },
} as const;

export type Texts = Widened<typeof texts>;
