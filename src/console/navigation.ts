import type { Words } from './words/index.ts';

export interface Place {
  path: string;
  title: (words: Words) => string;
  /** The key after "g". */
  key: string;
  /** The permission that its first query requires, or all of them. */
  permission?: string | readonly string[];
  /** Whether holding it in one organization is enough. */
  isPossibleInOrganization?: boolean;
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
      { path: '/users', title: (words) => words.navigation.users, key: 'u', permission: 'users:read' },
      {
        path: '/organizations',
        title: (words) => words.navigation.organizations,
        key: 'o',
        permission: 'organizations:read',
        isPossibleInOrganization: true,
      },
      {
        path: '/invitations',
        title: (words) => words.navigation.invitations,
        key: 'i',
        permission: 'organizations:read',
        isPossibleInOrganization: true,
      },
      { path: '/sign-in', title: (words) => words.navigation.attempts, key: 't', permission: 'users:read' },
    ],
  },
  {
    title: (words) => words.navigation.access,
    places: [
      {
        path: '/applications',
        title: (words) => words.navigation.applications,
        key: 'a',
        permission: 'applications:read',
      },
      { path: '/resources', title: (words) => words.navigation.resources, key: 's', permission: 'resources:read' },
      { path: '/roles', title: (words) => words.navigation.roles, key: 'r', permission: 'roles:read' },
      {
        path: '/organization-roles',
        title: (words) => words.navigation.organizationRoles,
        key: 'z',
        permission: 'organization-roles:read',
      },
      {
        path: '/organization-scopes',
        title: (words) => words.navigation.organizationScopes,
        key: 'y',
        permission: 'organization-roles:read',
      },
      {
        path: '/map',
        title: (words) => words.navigation.map,
        key: 'v',
        permission: ['applications:read', 'resources:read'],
      },
      { path: '/explain', title: (words) => words.navigation.explain, key: 'x', permission: 'applications:read' },
    ],
  },
  {
    title: (words) => words.navigation.events,
    places: [
      {
        path: '/events',
        title: (words) => words.navigation.audit,
        key: 'e',
        permission: 'events:read',
        isPossibleInOrganization: true,
      },
      {
        path: '/live',
        title: (words) => words.navigation.live,
        key: 'l',
        permission: 'events:read',
        isPossibleInOrganization: true,
      },
      { path: '/webhooks', title: (words) => words.navigation.webhooks, key: 'w', permission: 'webhooks:read' },
      { path: '/deliveries', title: (words) => words.navigation.deliveries, key: 'd', permission: 'webhooks:read' },
    ],
  },
  {
    title: (words) => words.navigation.platform,
    places: [
      { path: '/experience', title: (words) => words.navigation.experience, key: 'f', permission: 'sign-in:read' },
      { path: '/connectors', title: (words) => words.navigation.connectors, key: 'c', permission: 'connectors:read' },
      { path: '/messages', title: (words) => words.navigation.messages, key: 'm', permission: 'users:read' },
      { path: '/jobs', title: (words) => words.navigation.jobs, key: 'j', permission: 'users:read' },
      { path: '/keys', title: (words) => words.navigation.keys, key: 'k', permission: 'signing-keys:read' },
      { path: '/operations', title: (words) => words.navigation.operations, key: 'p' },
    ],
  },
];
