import { forbiddenToGrant } from '../domain/failure.ts';
import { type GrantedAccess, permissionsGranted } from '../store/access/granted-permissions.ts';
import { permissionNames } from '../vocabulary/permissions.ts';
import { mayIn } from './actor.ts';
import type { RunContext } from './operation.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';

/**
 * FORBIDDEN if `granted` includes a permission of the Management API that the actor does not hold itself, in the same
 * organization. Otherwise an actor that may assign roles could make itself an administrator. Setting known credentials
 * (a password, a secret) grants everything that their owner holds. Users who grant permissions also need a recent
 * sign-in: otherwise a stolen token could give itself access that outlives it.
 */
export async function assertMayGrant(
  { tx, actor }: Pick<RunContext<never>, 'tx' | 'actor'>,
  granted: GrantedAccess,
): Promise<void> {
  const isRecent = actor.requiredSignIn === undefined;
  if (isRecent && permissionNames.every((name) => actor.permissions.has(name))) return;
  const permissions = await permissionsGranted(tx, granted);
  const missing = permissions.filter(({ permission, organizationId }) =>
    organizationId === null ? !actor.permissions.has(permission) : !mayIn(actor, permission, organizationId),
  );
  if (missing.length) throw forbiddenToGrant(new Set(missing.map(({ permission }) => permission)));
  if (permissions.length) requireRecentSignIn(actor);
}
