import { listsOfOrganizations, navigation, type Place } from '../../../src/console/navigation.ts';
import { organizationTabs } from '../../../src/console/parts/frame/organization-tabs.ts';
import { en } from '../../../src/console/words/en.ts';
import { organizationExplanationPermissions } from '../../../src/vocabulary/token-exchange.ts';
import { queries } from '../../access/table.ts';

/** The field of Query that each page of the navigation begins with. */
const firstQueries: Record<string, string> = {
  '/users': 'users',
  '/organizations': 'organizations',
  '/invitations': 'organizationInvitations',
  '/sign-in/attempts': 'signInAttempts',
  '/applications': 'applications',
  '/resources': 'apiResources',
  '/roles': 'roles',
  '/organization-roles': 'organizationRoles',
  '/organization-scopes': 'organizationScopes',
  '/explain': 'explainTokenExchange',
  '/map': 'exchangeEdges',
  '/events': 'events',
  '/exchanges': 'exchanges',
  '/live': 'events',
  '/webhooks': 'webhooks',
  '/deliveries': 'webhookDeliveries',
  '/sign-in': 'signInExperiences',
  '/sign-in/identity-providers': 'identityProviders',
  '/connectors': 'connectors',
  '/messages': 'messages',
  '/jobs': 'jobs',
  '/keys': 'signingKeys',
};

/** The pages that the access table opens to someone with these permissions. */
export function expectedLinks(held: readonly string[], where: 'everywhere' | 'organization'): string[] {
  const holdsAll = (permissions: readonly string[]): boolean => permissions.every((name) => held.includes(name));
  const isOpen = ({ path }: Place): boolean => {
    const query = firstQueries[path];
    if (path === '/access') return where === 'everywhere' && holdsAll(['roles:read', 'resources:read']);
    if (query === undefined) return false;
    const [place, ...permissions] = queries[query] ?? ['everywhere', 'no such query'];
    if (where === 'everywhere') return holdsAll(permissions);
    if (query === 'explainTokenExchange') return holdsAll(organizationExplanationPermissions);
    return place !== 'everywhere' && holdsAll(permissions);
  };
  const isHome = where === 'organization' && held.includes('organizations:read');
  const titles = navigation
    .flatMap((group) => group.entries)
    .flatMap(({ title, places }) => {
      const isShown = (place: Place) => isOpen(place) && !(isHome && listsOfOrganizations.has(place.path));
      const [first, ...more] = places.filter(isShown);
      return first ? [(more.length > 0 && title ? title : first.title)(en)] : [];
    });
  const own = organizationTabs.filter(({ permissions }) => holdsAll(permissions)).map(({ title }) => title(en));
  return [...(isHome ? own : ['Overview']), ...titles];
}
