import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** Who calls us, and what it may do. */
export interface Actor {
  kind: 'user' | 'application' | 'platform';
  /** `user_…` or `app_…`; null for the platform itself. */
  id: string | null;
  /** "platform" opens what our own code alone may run. It is no scope, so no token carries it. */
  permissions: ReadonlySet<Permission | 'platform'>;
  /** What it may do in single organizations only, by the organization's id: held through roles of that organization. */
  organizations: ReadonlyMap<string, ReadonlySet<Permission>>;
  /** The applications that act for a user, the one that calls us first; empty when none does. */
  applicationIds: readonly string[];
}

const nowhere: Actor['organizations'] = new Map();

/** The platform acting on its own: first start, scheduled work. */
export const platformActor: Actor = {
  kind: 'platform',
  id: null,
  permissions: new Set([...permissionNames, 'platform']),
  organizations: nowhere,
  applicationIds: [],
};

/** A person at our own pages, which vouch for who it is and what they do. */
export const personAtOurPages = (userId: string): Actor => ({
  kind: 'user',
  id: userId,
  permissions: new Set(['platform']),
  organizations: nowhere,
  applicationIds: [],
});

/** Whether an actor holds a permission: everywhere, or in that organization. */
export const mayIn = (actor: Actor, permission: Permission, organizationId: string): boolean =>
  actor.permissions.has(permission) || (actor.organizations.get(organizationId)?.has(permission) ?? false);

/** The organizations in which alone an actor holds a permission; "all" when it holds it everywhere. */
export const organizationsFor = (actor: Actor, permission: Permission): 'all' | string[] =>
  actor.permissions.has(permission)
    ? 'all'
    : [...actor.organizations].filter(([, held]) => held.has(permission)).map(([id]) => id);
