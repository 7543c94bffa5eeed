import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** The caller and its permissions. */
export interface Actor {
  kind: 'user' | 'application' | 'platform';
  /** `user_…` or `app_…`; null for the platform itself. */
  id: string | null;
  /** Permissions held everywhere. */
  permissions: ReadonlySet<Permission>;
  /** Permissions held in single organizations only, through organization roles, by the organization's id. */
  organizations: ReadonlyMap<string, ReadonlySet<Permission>>;
  /** The applications that act for a user, the direct caller first; empty if there is none. */
  applicationIds: readonly string[];
  /** When the access token of the caller expires; omitted without one. */
  expiresAt?: Date;
}

const noOrganizations: Actor['organizations'] = new Map();

/** The platform itself, for the first start and scheduled work. No token has this actor. */
export const platformActor: Actor = {
  kind: 'platform',
  id: null,
  permissions: new Set(permissionNames),
  organizations: noOrganizations,
  applicationIds: [],
};

/** A user who is signed in on our own pages: without permissions, only for operations on the own record (`self`). */
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
