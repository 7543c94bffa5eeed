import type { RunContext } from '../../kernel/operation.ts';
import { roleOf } from '../../store/records/shapes.ts';

type Context = Pick<RunContext<'Role.Created' | 'Role.Scopes.Updated'>, 'tx' | 'ids' | 'emit'>;

/** Creates a role with these scopes. Returns its id. */
export async function createRole(
  { tx, ids, emit }: Context,
  data: { name: string; description: string },
  scopeIds: string[],
): Promise<string> {
  const id = ids.next('role');
  const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
  const role = roleOf(await tx.role.create({ data: { id, ...data, scopes } }));
  emit('Role.Created', id, { role });
  emit('Role.Scopes.Updated', id, { role, addedScopeIds: scopeIds, removedScopeIds: [] });
  return id;
}
