import { forbidden } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Permission } from '../../vocabulary/permissions.ts';

/** Requires permissions that are held everywhere. FORBIDDEN lists all that are missing. */
export function requireEverywhere(actor: Actor, ...permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !actor.permissions.has(permission));
  if (missing.length) throw forbidden(...missing);
}
