import type { RunContext } from '../../kernel/operation.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { createRole } from './create-role.ts';

type Context = Pick<RunContext<'Role.Created' | 'Role.Scopes.Updated'>, 'tx' | 'ids' | 'emit'>;

const name = 'Token verifier';
const description = 'For the application of an API that verifies tokens: it follows what ended.';
const permission: Permission = 'revocations:read';

/**
 * Creates the role of applications of APIs together with its permission, so that one that was changed or deleted later
 * stays so. A role that has its name already is left as it is.
 */
export async function addApiResourceRole(
  context: Context,
  addedScopes: readonly { id: string; name: string }[],
): Promise<void> {
  const scope = addedScopes.find((added) => added.name === permission);
  if (!scope || (await context.tx.role.findUnique({ where: { name } }))) return;
  await createRole(context, { name, description }, [scope.id]);
}
