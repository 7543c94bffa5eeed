import { permissionNames, type Permission } from '../vocabulary/permissions.ts';

/** Who calls us, and what it may do. */
export interface Actor {
  kind: 'user' | 'application' | 'platform';
  /** `user_…` or `app_…`; null for the platform itself. */
  id: string | null;
  permissions: ReadonlySet<Permission>;
}

/** The platform acting on its own: first start, scheduled work. */
export const platformActor: Actor = { kind: 'platform', id: null, permissions: new Set(permissionNames) };
