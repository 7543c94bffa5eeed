import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readSearch } from './data/address.ts';
import { Frame } from './parts/frame/Frame.tsx';
import { NotFound } from './parts/NotFound.tsx';

const root = createRootRoute({ component: Frame, validateSearch: readSearch, notFoundComponent: NotFound });

type Module = () => Promise<Record<string, React.ComponentType>>;

/** The table of all addresses: each loads the code of its feature. */
const pages: readonly (readonly [path: string, load: Module, component: string])[] = [
  ['/', () => import('./features/overview/Overview.tsx'), 'Overview'],
  ['/users', () => import('./features/users/list.tsx'), 'Users'],
  ['/users/$id', () => import('./features/users/page.tsx'), 'UserProfile'],
  ['/users/$id/access', () => import('./features/users/page.tsx'), 'UserAccess'],
  ['/users/$id/security', () => import('./features/users/page.tsx'), 'UserSecurity'],
  ['/users/$id/events', () => import('./features/users/page.tsx'), 'UserEvents'],
  ['/applications', () => import('./features/applications/list.tsx'), 'Applications'],
  ['/applications/$id', () => import('./features/applications/page.tsx'), 'ApplicationGeneral'],
  ['/applications/$id/settings', () => import('./features/applications/page.tsx'), 'ApplicationSettings'],
  ['/applications/$id/credentials', () => import('./features/applications/page.tsx'), 'ApplicationCredentials'],
  ['/applications/$id/roles', () => import('./features/applications/page.tsx'), 'ApplicationRoles'],
  ['/applications/$id/events', () => import('./features/applications/page.tsx'), 'ApplicationEvents'],
  ['/events', () => import('./features/events/list.tsx'), 'Audit'],
  ['/events/$id', () => import('./features/events/page.tsx'), 'EventPage'],
  ['/live', () => import('./features/events/live.tsx'), 'Live'],
  ['/resources', () => import('./features/resources/list.tsx'), 'Resources'],
  ['/resources/$id', () => import('./features/resources/page.tsx'), 'Resource'],
  ['/roles', () => import('./features/roles/list.tsx'), 'Roles'],
  ['/roles/$id', () => import('./features/roles/page.tsx'), 'Role'],
  ['/organization-roles', () => import('./features/roles/organization-roles.tsx'), 'OrganizationRoles'],
  ['/organization-roles/$id', () => import('./features/roles/organization-role.tsx'), 'OrganizationRole'],
  ['/organization-scopes', () => import('./features/roles/organization-scopes.tsx'), 'OrganizationScopes'],
  ['/organization-scopes/$id', () => import('./features/roles/organization-scope.tsx'), 'OrganizationScope'],
  ['/access', () => import('./features/roles/administrators.tsx'), 'Administrators'],
  ['/organizations', () => import('./features/organizations/list.tsx'), 'Organizations'],
  ['/organizations/$id', () => import('./features/organizations/page.tsx'), 'Organization'],
  ['/invitations', () => import('./features/organizations/invitations.tsx'), 'Invitations'],
  ['/webhooks', () => import('./features/webhooks/list.tsx'), 'Webhooks'],
  ['/webhooks/$id', () => import('./features/webhooks/page.tsx'), 'Webhook'],
  ['/deliveries', () => import('./features/webhooks/deliveries.tsx'), 'Deliveries'],
  ['/deliveries/$id', () => import('./features/webhooks/delivery.tsx'), 'Delivery'],
  ['/experience', () => import('./features/platform/experience.tsx'), 'SignInExperience'],
  ['/connectors', () => import('./features/platform/connectors.tsx'), 'Connectors'],
  ['/connectors/$id', () => import('./features/platform/connector.tsx'), 'ConnectorPage'],
  ['/messages', () => import('./features/platform/messages.tsx'), 'Messages'],
  ['/sign-in', () => import('./features/platform/sign-in-attempts.tsx'), 'Attempts'],
  ['/sign-in/attempts/$id', () => import('./features/platform/sign-in-attempt.tsx'), 'Attempt'],
  ['/jobs', () => import('./features/platform/jobs.tsx'), 'Jobs'],
  ['/jobs/$id', () => import('./features/platform/job.tsx'), 'Job'],
  ['/keys', () => import('./features/platform/keys.tsx'), 'Keys'],
  ['/operations', () => import('./features/platform/operations.tsx'), 'AllOperations'],
  ['/map', () => import('./features/map/DelegationMap.tsx'), 'DelegationMap'],
  ['/preferences', () => import('./features/personal/preferences.tsx'), 'Preferences'],
  ['/go/$id', () => import('./features/personal/go.tsx'), 'Go'],
  ['/explain', () => import('./features/explain/page.tsx'), 'Explain'],
];

/** Begins to load the code of the page at an address. */
export function preload(address: string): void {
  const path = address.replace(/^\/console/, '') || '/';
  const found = pages.find(([pattern]) => new RegExp(`^${pattern.replace('$id', '[^/]+')}/?$`).test(path));
  // The router loads it, too, and reports a failure.
  found?.[1]().catch(() => undefined);
}

const routes = pages.map(([path, load, component]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, component) }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  // From one record to another of its kind, nothing of the first one stays on the page.
  defaultRemountDeps: ({ params }) => params as unknown,
});
