import type { Words } from './words/index.ts';

type Title = keyof Words['navigation'];

interface Access {
  /** The permissions that its first query requires, all of them. */
  permissions: readonly string[];
  /** Permissions that suffice in one organization, for what belongs to it; otherwise, they are required everywhere. */
  inOrganization?: readonly string[];
}

export interface Place extends Access {
  title: (words: Words) => string;
  path: string;
  /** The key after "g". */
  key: string;
  /** Its chapter of the documentation, and the part of it. */
  chapter: string;
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

const titled = (title: Title) => ({ title: (words: Words) => words.navigation[title] });
const group = (title: Title, ...entries: PlaceEntry[]): PlaceGroup => ({ ...titled(title), entries });
const line = (icon: PlaceIcon, ...places: Place[]): PlaceEntry => ({ icon, places });
const page = (title: Title, path: string, key: string, chapter: string, access: Access): Place => ({
  ...titled(title),
  path,
  key,
  chapter,
  ...access,
});
const everywhere = (...permissions: string[]): Access => ({ permissions });
/** Permissions that suffice in one organization as well. */
const inOne = (...permissions: string[]): Access => ({ permissions, inOrganization: permissions });
const ofOne = 'permissions#administrators-of-one-organization';

/** The navigation: at most 15 lines with the overview. */
export const navigation: readonly PlaceGroup[] = [
  group(
    'people',
    line('users', page('users', '/users', 'u', 'people', inOne('users:read'))),
    line(
      'organizations',
      page('organizations', '/organizations', 'o', ofOne, inOne('organizations:read')),
      page('invitations', '/invitations', 'i', 'people#invitations', inOne('organizations:read')),
    ),
  ),
  group(
    'access',
    line(
      'applications',
      page('applications', '/applications', 'a', 'sign-in#register-an-application', inOne('applications:read')),
    ),
    line('resources', page('resources', '/resources', 's', 'token-exchange#set-it-up', everywhere('resources:read'))),
    line('roles', page('roles', '/roles', 'r', 'permissions', everywhere('roles:read'))),
    line(
      'organizationRoles',
      page('organizationRoles', '/organization-roles', 'z', ofOne, inOne('organization-roles:read')),
      page(
        'organizationScopes',
        '/organization-scopes',
        'y',
        'sign-in#scopes-and-claims',
        inOne('organization-roles:read'),
      ),
    ),
    line(
      'explain',
      page('explain', '/explain', 'x', 'token-exchange#why-is-a-scope-missing', {
        ...everywhere('applications:read', 'users:read', 'roles:read', 'resources:read'),
        inOrganization: ['applications:read', 'users:read'],
      }),
    ),
    line('map', page('map', '/map', 'v', 'token-exchange#who-exchanges-what', everywhere('exchanges:read'))),
  ),
  group(
    'events',
    line(
      'events',
      page('audit', '/events', 'e', 'live-events#the-event-catalog', inOne('events:read')),
      page('live', '/live', 'l', 'live-events', inOne('events:read')),
      page('exchanges', '/exchanges', 'q', 'token-exchange#who-acted-for-whom', inOne('exchanges:read')),
    ),
    line(
      'webhooks',
      page('webhooks', '/webhooks', 'w', 'webhooks', everywhere('webhooks:read')),
      page('deliveries', '/deliveries', 'd', 'webhooks#delivery', everywhere('webhooks:read')),
    ),
  ),
  group(
    'platform',
    line(
      'experience',
      page('experience', '/sign-in', 'f', 'people#the-sign-in-experience', everywhere('sign-in:read')),
      page(
        'identityProviders',
        '/sign-in/identity-providers',
        'h',
        'identity-providers',
        everywhere('identity-providers:read'),
      ),
      page('attempts', '/sign-in/attempts', 't', 'people#what-administrators-see', everywhere('users:read')),
    ),
    line(
      'connectors',
      page('connectors', '/connectors', 'c', 'people#connectors', everywhere('connectors:read')),
      page('messages', '/messages', 'm', 'people#messages', everywhere('users:read')),
    ),
    {
      ...titled('administration'),
      ...line(
        'administration',
        page(
          'administrators',
          '/access',
          'b',
          'permissions#administrators',
          everywhere('roles:read', 'resources:read'),
        ),
        page('keys', '/keys', 'k', 'operating#keys-and-secrets', everywhere('signing-keys:read')),
        page('jobs', '/jobs', 'j', 'management-api#many-records-at-once', everywhere('users:read')),
      ),
    },
  ),
];

/** Lists that add nothing to the pages of the only organization of someone. */
export const listsOfOrganizations: ReadonlySet<string> = new Set([
  '/users',
  '/organizations',
  '/invitations',
  '/applications',
]);

/** For developers: not a line of the navigation. */
const operations = page('operations', '/operations', 'p', 'management-api', everywhere());

/** All pages of the palette and of the keys. */
export const allPlaces: readonly Place[] = [
  ...navigation.flatMap(({ entries }) => entries.flatMap(({ places }) => places)),
  operations,
];
