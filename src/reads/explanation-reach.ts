import { forbidden } from '../domain/failure.ts';
import { type Actor, mayIn } from '../kernel/actor.ts';
import { explanationPermissions, organizationExplanationPermissions } from '../vocabulary/token-exchange.ts';

/** The organization of the query, if it has one. */
type OrganizationId = string | null | undefined;

/**
 * Whether an explanation of a token exchange is restricted to members of its organization: for an actor that holds the
 * permissions there only. Throws FORBIDDEN.
 */
export function isRestrictedToMembers(actor: Actor, organizationId: OrganizationId): boolean {
  const missing = explanationPermissions.filter((permission) => !actor.permissions.has(permission));
  if (!missing.length) return false;
  if (!mayExplainIn(actor, organizationId)) throw forbidden(...missing);
  return true;
}

/** Whether an actor may explain token exchanges of the members of an organization: it administrates that one. */
export function mayExplainIn(actor: Actor, organizationId: OrganizationId): boolean {
  const held = actor.organizations.get(organizationId ?? '');
  if (typeof organizationId !== 'string' || !held) return false;
  return (
    organizationExplanationPermissions.some((permission) => held.has(permission)) &&
    organizationExplanationPermissions.every((permission) => mayIn(actor, permission, organizationId))
  );
}
