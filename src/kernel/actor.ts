import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** Who calls, and what they may do. */
export interface Actor {
  kind: 'user' | 'application' | 'platform';
  /** `user_…` or `app_…`; null for the platform itself. */
  id: string | null;
  /** Permissions held everywhere. */
  permissions: ReadonlySet<Permission>;
  /** Permissions held in single organizations only, through organization roles, by the organization's id. */
  organizations: ReadonlyMap<string, ReadonlySet<Permission>>;
  /** The applications that act for a user, the one that calls us first; empty if none does. */
  applicationIds: readonly string[];
}

const noOrganizations: Actor['organizations'] = new Map();

/** The platform itself: first start, scheduled work. No token makes an actor of this kind. */
export const platformActor: Actor = {
  kind: 'platform',
  id: null,
  permissions: new Set(permissionNames),
  organizations: noOrganizations,
  applicationIds: [],
};

/** A user whom our own pages have authenticated: no permission, only operations on the user's own record (`self`). */
export const userOnPages = (userId: string): Actor => ({
  kind: 'user',
  id: userId,
  permissions: new Set(),
  organizations: noOrganizations,
  applicationIds: [],
});

/** Whether an actor holds a permission: everywhere, or in that organization. */
export const mayIn = (actor: Actor, permission: Permission, organizationId: string): boolean =>
  actor.permissions.has(permission) || (actor.organizations.get(organizationId)?.has(permission) ?? false);

/** "all" if an actor holds a permission everywhere; otherwise the organizations in which it does. */
export const organizationsFor = (actor: Actor, permission: Permission): 'all' | string[] =>
  actor.permissions.has(permission)
    ? 'all'
    : [...actor.organizations].filter(([, held]) => held.has(permission)).map(([id]) => id);
