import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readSearch } from './data/address.ts';
import { Frame } from './parts/frame/Frame.tsx';
import { NotFound } from './parts/NotFound.tsx';

const root = createRootRoute({ component: Frame, validateSearch: readSearch, notFoundComponent: NotFound });

type Module = () => Promise<Record<string, React.ComponentType>>;

type Entry = readonly [path: string, load: Module, component: string];

/** What surrounds the tabs of a record: the page at its address, and those one step below. */
const frames: readonly Entry[] = [
  ['/users/$id', () => import('./features/users/page.tsx'), 'UserPage'],
  ['/applications/$id', () => import('./features/applications/page.tsx'), 'ApplicationPage'],
  ['/resources/$id', () => import('./features/resources/page.tsx'), 'ResourcePage'],
  ['/roles/$id', () => import('./features/roles/page.tsx'), 'RolePage'],
  ['/organization-roles/$id', () => import('./features/roles/organization-role-page.tsx'), 'OrganizationRolePage'],
  ['/organization-scopes/$id', () => import('./features/roles/organization-scope-page.tsx'), 'OrganizationScopePage'],
  ['/organizations/$id', () => import('./features/organizations/page.tsx'), 'OrganizationPage'],
  ['/webhooks/$id', () => import('./features/webhooks/page.tsx'), 'WebhookPage'],
  ['/connectors/$id', () => import('./features/platform/connector-page.tsx'), 'ConnectorPage'],
  ['/jobs/$id', () => import('./features/platform/job-page.tsx'), 'JobPage'],
  ['/sign-in', () => import('./features/platform/experience-page.tsx'), 'ExperiencePage'],
];

/** The tab of events, which all records have. */
const events: Module = () => import('./parts/EventsTab.tsx');

/** The table of all addresses: each loads the code of its feature. */
const pages: readonly Entry[] = [
  ['/', () => import('./features/overview/Overview.tsx'), 'Overview'],
  ['/users', () => import('./features/users/list.tsx'), 'Users'],
  ['/users/$id', () => import('./features/users/profile.tsx'), 'UserProfile'],
  ['/users/$id/access', () => import('./features/users/access.tsx'), 'UserAccess'],
  ['/users/$id/organizations', () => import('./features/users/organizations.tsx'), 'UserOrganizations'],
  ['/users/$id/security', () => import('./features/users/security.tsx'), 'UserSecurity'],
  ['/users/$id/events', events, 'EventsTab'],
  ['/applications', () => import('./features/applications/list.tsx'), 'Applications'],
  ['/applications/$id', () => import('./features/applications/general.tsx'), 'ApplicationGeneral'],
  ['/applications/$id/settings', () => import('./features/applications/settings.tsx'), 'ApplicationSettings'],
  ['/applications/$id/credentials', () => import('./features/applications/credentials.tsx'), 'ApplicationCredentials'],
  ['/applications/$id/roles', () => import('./features/applications/roles.tsx'), 'ApplicationRoles'],
  [
    '/applications/$id/organizations',
    () => import('./features/applications/organizations.tsx'),
    'ApplicationOrganizations',
  ],
  ['/applications/$id/connect', () => import('./features/applications/connect.tsx'), 'ApplicationConnect'],
  ['/applications/$id/events', events, 'EventsTab'],
  ['/events', () => import('./features/events/list.tsx'), 'Audit'],
  ['/events/$id', () => import('./features/events/page.tsx'), 'EventPage'],
  ['/live', () => import('./features/events/live.tsx'), 'Live'],
  ['/resources', () => import('./features/resources/list.tsx'), 'Resources'],
  ['/resources/$id', () => import('./features/resources/general.tsx'), 'ResourceGeneral'],
  ['/resources/$id/events', events, 'EventsTab'],
  ['/roles', () => import('./features/roles/list.tsx'), 'Roles'],
  ['/roles/$id', () => import('./features/roles/scopes.tsx'), 'RoleScopes'],
  ['/roles/$id/holders', () => import('./features/roles/role-holders.tsx'), 'RoleHolders'],
  ['/roles/$id/events', events, 'EventsTab'],
  ['/organization-roles', () => import('./features/roles/organization-roles.tsx'), 'OrganizationRoles'],
  ['/organization-roles/$id', () => import('./features/roles/organization-role-scopes.tsx'), 'OrganizationRoleScopes'],
  [
    '/organization-roles/$id/holders',
    () => import('./features/roles/organization-role-holders.tsx'),
    'OrganizationRoleHolders',
  ],
  ['/organization-roles/$id/events', events, 'EventsTab'],
  ['/organization-scopes', () => import('./features/roles/organization-scopes.tsx'), 'OrganizationScopes'],
  [
    '/organization-scopes/$id',
    () => import('./features/roles/organization-scope-general.tsx'),
    'OrganizationScopeGeneral',
  ],
  ['/organization-scopes/$id/events', events, 'EventsTab'],
  ['/access', () => import('./features/roles/administrators.tsx'), 'Administrators'],
  ['/organizations', () => import('./features/organizations/list.tsx'), 'Organizations'],
  ['/organizations/$id', () => import('./features/organizations/members.tsx'), 'OrganizationMembers'],
  [
    '/organizations/$id/applications',
    () => import('./features/organizations/applications.tsx'),
    'OrganizationApplications',
  ],
  [
    '/organizations/$id/invitations',
    () => import('./features/organizations/organization-invitations.tsx'),
    'OrganizationInvitations',
  ],
  ['/organizations/$id/settings', () => import('./features/organizations/settings.tsx'), 'OrganizationSettings'],
  ['/organizations/$id/events', events, 'EventsTab'],
  ['/invitations', () => import('./features/organizations/invitations.tsx'), 'Invitations'],
  ['/webhooks', () => import('./features/webhooks/list.tsx'), 'Webhooks'],
  ['/webhooks/$id', () => import('./features/webhooks/webhook-deliveries.tsx'), 'WebhookDeliveries'],
  ['/webhooks/$id/settings', () => import('./features/webhooks/settings.tsx'), 'WebhookSettings'],
  ['/webhooks/$id/secret', () => import('./features/webhooks/secret.tsx'), 'WebhookSecret'],
  ['/webhooks/$id/test', () => import('./features/webhooks/test.tsx'), 'WebhookTest'],
  ['/webhooks/$id/events', events, 'EventsTab'],
  ['/deliveries', () => import('./features/webhooks/deliveries.tsx'), 'Deliveries'],
  ['/deliveries/$id', () => import('./features/webhooks/delivery.tsx'), 'Delivery'],
  ['/sign-in', () => import('./features/platform/experience-policy.tsx'), 'ExperiencePolicy'],
  ['/sign-in/tests', () => import('./features/platform/experience-tests.tsx'), 'ExperienceTests'],
  ['/sign-in/preview', () => import('./features/platform/preview.tsx'), 'ExperiencePreview'],
  ['/sign-in/attempts', () => import('./features/platform/sign-in-attempts.tsx'), 'Attempts'],
  ['/sign-in/attempts/$id', () => import('./features/platform/sign-in-attempt.tsx'), 'Attempt'],
  ['/sign-in/events', events, 'EventsTab'],
  ['/connectors', () => import('./features/platform/connectors.tsx'), 'Connectors'],
  ['/connectors/$id', () => import('./features/platform/connector-settings.tsx'), 'ConnectorSettings'],
  ['/connectors/$id/test', () => import('./features/platform/connector-test.tsx'), 'ConnectorTest'],
  ['/connectors/$id/messages', () => import('./features/platform/connector-messages.tsx'), 'ConnectorMessages'],
  ['/connectors/$id/events', events, 'EventsTab'],
  ['/messages', () => import('./features/platform/messages.tsx'), 'Messages'],
  ['/jobs', () => import('./features/platform/jobs.tsx'), 'Jobs'],
  ['/jobs/$id', () => import('./features/platform/job-progress.tsx'), 'JobProgress'],
  ['/jobs/$id/events', events, 'EventsTab'],
  ['/keys', () => import('./features/platform/keys.tsx'), 'Keys'],
  ['/operations', () => import('./features/platform/operations.tsx'), 'AllOperations'],
  ['/map', () => import('./features/map/DelegationMap.tsx'), 'DelegationMap'],
  ['/preferences', () => import('./features/personal/preferences.tsx'), 'Preferences'],
  ['/go/$id', () => import('./features/personal/go.tsx'), 'Go'],
  ['/explain', () => import('./features/explain/page.tsx'), 'Explain'],
];

/** The frame of a page: at its own address, or at the one that a single word follows. */
const frameOf = (path: string): Entry | undefined =>
  frames.find(([frame]) => path === frame || path.replace(/\/[\w-]+$/, '') === frame);

/** Begins to load the code of the page at an address, and of what surrounds it. */
export function preload(address: string): void {
  const path = address.replace(/^\/console/, '') || '/';
  const found = pages.find(([pattern]) => new RegExp(`^${pattern.replace('$id', '[^/]+')}/?$`).test(path));
  // The router loads it, too, and reports a failure.
  for (const entry of found ? [found, frameOf(found[0])] : []) entry?.[1]().catch(() => undefined);
}

const pagesIn = (frame: Entry | undefined): Entry[] => pages.filter(([path]) => frameOf(path) === frame);

const routes = [
  ...pagesIn(undefined).map(([path, load, component]) =>
    createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, component) }),
  ),
  ...frames.map((frame) => {
    const [path, load, component] = frame;
    const parent = createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, component) });
    return parent.addChildren(
      pagesIn(frame).map(([whole, loadTab, tab]) =>
        createRoute({
          getParentRoute: () => parent,
          path: whole.slice(path.length) || '/',
          component: lazyRouteComponent(loadTab, tab),
        }),
      ),
    );
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  // From one record to another of its kind, nothing of the first one stays on the page.
  defaultRemountDeps: ({ params }) => params as unknown,
});
