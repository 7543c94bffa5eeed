import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** Who calls us, and what it may do. */
export interface Actor {
  kind: 'user' | 'application' | 'platform';
  /** `user_…` or `app_…`; null for the platform itself. */
  id: string | null;
  /** "platform" opens what our own code alone may run. It is no scope, so no token carries it. */
  permissions: ReadonlySet<Permission | 'platform'>;
}

/** The platform acting on its own: first start, scheduled work. */
export const platformActor: Actor = {
  kind: 'platform',
  id: null,
  permissions: new Set([...permissionNames, 'platform']),
};

/** A person at our own pages, which vouch for who it is and what they do. */
export const personAtOurPages = (userId: string): Actor => ({
  kind: 'user',
  id: userId,
  permissions: new Set(['platform']),
});
