import type { Words } from './words/index.ts';

export interface Place {
  path: string;
  title: (words: Words) => string;
  /** Its chapter of the documentation, and the part of it. */
  chapter: string;
  /** The key after "g". */
  key: string;
  /** The permissions that its first query requires, all of them. */
  permissions: readonly string[];
  /** Permissions that suffice in one organization, for what belongs to it; otherwise, they are required everywhere. */
  inOrganization?: readonly string[];
}

type PlaceIcon =
  | 'administration'
  | 'applications'
  | 'connectors'
  | 'events'
  | 'experience'
  | 'explain'
  | 'map'
  | 'organizationRoles'
  | 'organizations'
  | 'resources'
  | 'roles'
  | 'users'
  | 'webhooks';

/** A line of the navigation. Its pages lead to one another by tabs. */
export interface PlaceEntry {
  icon: PlaceIcon;
  /** Default: the title of its first page. */
  title?: (words: Words) => string;
  places: readonly Place[];
}

export interface PlaceGroup {
  title: (words: Words) => string;
  entries: readonly PlaceEntry[];
}

/** Permissions that suffice in one organization as well. */
const inEither = (permissions: readonly string[]) => ({ permissions, inOrganization: permissions });

/** The navigation: at most 15 lines with the overview. */
export const navigation: readonly PlaceGroup[] = [
  {
    title: (words) => words.navigation.people,
    entries: [
      {
        icon: 'users',
        places: [
          {
            path: '/users',
            chapter: 'people',
            title: (words) => words.navigation.users,
            key: 'u',
            ...inEither(['users:read']),
          },
        ],
      },
      {
        icon: 'organizations',
        places: [
          {
            path: '/organizations',
            chapter: 'permissions#administrators-of-one-organization',
            title: (words) => words.navigation.organizations,
            key: 'o',
            ...inEither(['organizations:read']),
          },
          {
            path: '/invitations',
            chapter: 'people#invitations',
            title: (words) => words.navigation.invitations,
            key: 'i',
            ...inEither(['organizations:read']),
          },
        ],
      },
    ],
  },
  {
    title: (words) => words.navigation.access,
    entries: [
      {
        icon: 'applications',
        places: [
          {
            path: '/applications',
            chapter: 'sign-in#register-an-application',
            title: (words) => words.navigation.applications,
            key: 'a',
            ...inEither(['applications:read']),
          },
        ],
      },
      {
        icon: 'resources',
        places: [
          {
            path: '/resources',
            chapter: 'token-exchange#set-it-up',
            title: (words) => words.navigation.resources,
            key: 's',
            permissions: ['resources:read'],
          },
        ],
      },
      {
        icon: 'roles',
        places: [
          {
            path: '/roles',
            chapter: 'permissions',
            title: (words) => words.navigation.roles,
            key: 'r',
            permissions: ['roles:read'],
          },
        ],
      },
      {
        icon: 'organizationRoles',
        places: [
          {
            path: '/organization-roles',
            chapter: 'permissions#administrators-of-one-organization',
            title: (words) => words.navigation.organizationRoles,
            key: 'z',
            ...inEither(['organization-roles:read']),
          },
          {
            path: '/organization-scopes',
            chapter: 'sign-in#scopes-and-claims',
            title: (words) => words.navigation.organizationScopes,
            key: 'y',
            ...inEither(['organization-roles:read']),
          },
        ],
      },
      {
        icon: 'explain',
        places: [
          {
            path: '/explain',
            chapter: 'token-exchange#why-is-a-scope-missing',
            title: (words) => words.navigation.explain,
            key: 'x',
            permissions: ['applications:read', 'users:read', 'roles:read', 'resources:read'],
            inOrganization: ['applications:read', 'users:read'],
          },
        ],
      },
      {
        icon: 'map',
        places: [
          {
            path: '/map',
            chapter: 'token-exchange#who-exchanges-what',
            title: (words) => words.navigation.map,
            key: 'v',
            permissions: ['applications:read', 'resources:read'],
          },
        ],
      },
    ],
  },
  {
    title: (words) => words.navigation.events,
    entries: [
      {
        icon: 'events',
        places: [
          {
            path: '/events',
            chapter: 'live-events#the-event-catalog',
            title: (words) => words.navigation.audit,
            key: 'e',
            ...inEither(['events:read']),
          },
          {
            path: '/live',
            chapter: 'live-events',
            title: (words) => words.navigation.live,
            key: 'l',
            ...inEither(['events:read']),
          },
        ],
      },
      {
        icon: 'webhooks',
        places: [
          {
            path: '/webhooks',
            chapter: 'webhooks',
            title: (words) => words.navigation.webhooks,
            key: 'w',
            permissions: ['webhooks:read'],
          },
          {
            path: '/deliveries',
            chapter: 'webhooks#delivery',
            title: (words) => words.navigation.deliveries,
            key: 'd',
            permissions: ['webhooks:read'],
          },
        ],
      },
    ],
  },
  {
    title: (words) => words.navigation.platform,
    entries: [
      {
        icon: 'experience',
        places: [
          {
            path: '/sign-in',
            chapter: 'people#the-sign-in-experience',
            title: (words) => words.navigation.experience,
            key: 'f',
            permissions: ['sign-in:read'],
          },
          {
            path: '/sign-in/attempts',
            chapter: 'people#what-administrators-see',
            title: (words) => words.navigation.attempts,
            key: 't',
            permissions: ['users:read'],
          },
        ],
      },
      {
        icon: 'connectors',
        places: [
          {
            path: '/connectors',
            chapter: 'people#connectors',
            title: (words) => words.navigation.connectors,
            key: 'c',
            permissions: ['connectors:read'],
          },
          {
            path: '/messages',
            chapter: 'people#messages',
            title: (words) => words.navigation.messages,
            key: 'm',
            permissions: ['users:read'],
          },
        ],
      },
      {
        icon: 'administration',
        title: (words) => words.navigation.administration,
        places: [
          {
            path: '/access',
            chapter: 'permissions#administrators',
            title: (words) => words.navigation.administrators,
            key: 'b',
            permissions: ['roles:read', 'resources:read'],
          },
          {
            path: '/keys',
            chapter: 'operating#keys-and-secrets',
            title: (words) => words.navigation.keys,
            key: 'k',
            permissions: ['signing-keys:read'],
          },
          {
            path: '/jobs',
            chapter: 'management-api#many-records-at-once',
            title: (words) => words.navigation.jobs,
            key: 'j',
            permissions: ['users:read'],
          },
        ],
      },
    ],
  },
];

/** For developers: not a line of the navigation. */
const operations: Place = {
  path: '/operations',
  chapter: 'management-api',
  title: (words) => words.navigation.operations,
  key: 'p',
  permissions: [],
};

/** All pages of the palette and of the keys. */
export const allPlaces: readonly Place[] = [
  ...navigation.flatMap(({ entries }) => entries.flatMap(({ places }) => places)),
  operations,
];
