import type { Words } from './words/index.ts';

export interface Place {
  path: string;
  title: (words: Words) => string;
  /** The key after "g". */
  key: string;
  /** The permissions that its first query requires, all of them. */
  permissions: readonly string[];
  /** Permissions that suffice in one organization, for what belongs to it; otherwise, they are required everywhere. */
  inOrganization?: readonly string[];
}

export interface PlaceGroup {
  title: (words: Words) => string;
  places: readonly Place[];
}

/** All pages of the navigation and the palette. */
export const navigation: readonly PlaceGroup[] = [
  {
    title: (words) => words.navigation.people,
    places: [
      {
        path: '/users',
        title: (words) => words.navigation.users,
        key: 'u',
        permissions: ['users:read'],
        inOrganization: ['users:read'],
      },
      {
        path: '/organizations',
        title: (words) => words.navigation.organizations,
        key: 'o',
        permissions: ['organizations:read'],
        inOrganization: ['organizations:read'],
      },
      {
        path: '/invitations',
        title: (words) => words.navigation.invitations,
        key: 'i',
        permissions: ['organizations:read'],
        inOrganization: ['organizations:read'],
      },
      {
        path: '/sign-in/attempts',
        title: (words) => words.navigation.attempts,
        key: 't',
        permissions: ['users:read'],
      },
    ],
  },
  {
    title: (words) => words.navigation.access,
    places: [
      {
        path: '/applications',
        title: (words) => words.navigation.applications,
        key: 'a',
        permissions: ['applications:read'],
        inOrganization: ['applications:read'],
      },
      { path: '/resources', title: (words) => words.navigation.resources, key: 's', permissions: ['resources:read'] },
      { path: '/roles', title: (words) => words.navigation.roles, key: 'r', permissions: ['roles:read'] },
      {
        path: '/organization-roles',
        title: (words) => words.navigation.organizationRoles,
        key: 'z',
        permissions: ['organization-roles:read'],
        inOrganization: ['organization-roles:read'],
      },
      {
        path: '/organization-scopes',
        title: (words) => words.navigation.organizationScopes,
        key: 'y',
        permissions: ['organization-roles:read'],
        inOrganization: ['organization-roles:read'],
      },
      {
        path: '/explain',
        title: (words) => words.navigation.explain,
        key: 'x',
        permissions: ['applications:read', 'users:read', 'roles:read', 'resources:read'],
        inOrganization: ['applications:read', 'users:read'],
      },
      {
        path: '/map',
        title: (words) => words.navigation.map,
        key: 'v',
        permissions: ['applications:read', 'resources:read'],
      },
    ],
  },
  {
    title: (words) => words.navigation.events,
    places: [
      {
        path: '/events',
        title: (words) => words.navigation.audit,
        key: 'e',
        permissions: ['events:read'],
        inOrganization: ['events:read'],
      },
      {
        path: '/live',
        title: (words) => words.navigation.live,
        key: 'l',
        permissions: ['events:read'],
        inOrganization: ['events:read'],
      },
      { path: '/webhooks', title: (words) => words.navigation.webhooks, key: 'w', permissions: ['webhooks:read'] },
      { path: '/deliveries', title: (words) => words.navigation.deliveries, key: 'd', permissions: ['webhooks:read'] },
    ],
  },
  {
    title: (words) => words.navigation.platform,
    places: [
      { path: '/sign-in', title: (words) => words.navigation.experience, key: 'f', permissions: ['sign-in:read'] },
      {
        path: '/connectors',
        title: (words) => words.navigation.connectors,
        key: 'c',
        permissions: ['connectors:read'],
      },
      { path: '/messages', title: (words) => words.navigation.messages, key: 'm', permissions: ['users:read'] },
      { path: '/jobs', title: (words) => words.navigation.jobs, key: 'j', permissions: ['users:read'] },
      { path: '/keys', title: (words) => words.navigation.keys, key: 'k', permissions: ['signing-keys:read'] },
      {
        path: '/access',
        title: (words) => words.navigation.administrators,
        key: 'b',
        permissions: ['roles:read', 'resources:read'],
      },
      { path: '/operations', title: (words) => words.navigation.operations, key: 'p', permissions: [] },
    ],
  },
];
