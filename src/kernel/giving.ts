import { forbiddenToGive } from '../domain/failure.ts';
import { type Given, permissionsGiven } from '../store/access/granted-permissions.ts';
import { permissionNames } from '../vocabulary/permissions.ts';
import { mayIn } from './actor.ts';
import type { RunContext } from './operation.ts';

/**
 * Nobody gives what they do not hold: whoever may assign roles could otherwise make an administrator of themselves. FORBIDDEN when a
 * permission of the Management API comes with what is given that the actor does not hold where it will count. To give somebody
 * credentials that one knows (a password, a secret) is to hold what they hold.
 */
export async function requireHeld({ tx, actor }: Pick<RunContext<never>, 'tx' | 'actor'>, given: Given): Promise<void> {
  if (permissionNames.every((name) => actor.permissions.has(name))) return;
  const missing = (await permissionsGiven(tx, given)).filter(({ permission, organizationId }) =>
    organizationId === null ? !actor.permissions.has(permission) : !mayIn(actor, permission, organizationId),
  );
  if (missing.length) throw forbiddenToGive(new Set(missing.map(({ permission }) => permission)));
}
