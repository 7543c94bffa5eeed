import { changeOf } from '../../domain/events/changes.ts';
import { conflict } from '../../domain/failure.ts';
import type { ApiResource, Scope } from '../../generated/prisma/client.ts';
import type { RunContext } from '../../kernel/operation.ts';
import { apiResourceOf, roleOf, scopeOf } from '../../store/records/shapes.ts';
import { permissionDescriptions, permissionNames } from '../../vocabulary/permissions.ts';

type Context = Pick<
  RunContext<
    'ApiResource.Created' | 'ApiResource.Data.Updated' | 'Scope.Created' | 'Scope.Data.Updated' | 'Role.Scopes.Updated'
  >,
  'tx' | 'ids' | 'emit'
>;

/**
 * Updates the built-in resource to the configured indicator and to vocabulary/permissions.ts. The scope of a permission
 * that was removed is kept: an older version may still be running, and roles would lose it for good.
 */
export async function synchronizeManagementApi(
  context: Context,
  indicator: string,
): Promise<{ isNew: boolean; scopeIds: string[]; addedScopes: Scope[] }> {
  const existing = await context.tx.apiResource.findFirst({ where: { isBuiltIn: true } });
  const resource = existing
    ? await updateIndicator(context, existing, indicator)
    : await createResource(context, indicator);
  const scopes = await context.tx.scope.findMany({ where: { apiResourceId: resource.id } });
  await refreshDescriptions(context, scopes);
  const addedScopes = await addMissingScopes(context, resource, scopes);
  return { isNew: !existing, scopeIds: [...scopes, ...addedScopes].map(({ id }) => id), addedScopes };
}

async function createResource({ tx, ids, emit }: Context, indicator: string): Promise<ApiResource> {
  const data = { id: ids.next('apiResource'), name: 'Management API', indicator, isBuiltIn: true };
  const resource = await tx.apiResource.create({ data });
  emit('ApiResource.Created', resource.id, { apiResource: apiResourceOf(resource) });
  return resource;
}

async function updateIndicator({ tx, emit }: Context, before: ApiResource, indicator: string): Promise<ApiResource> {
  if (before.indicator === indicator) return before;
  const taken = await tx.apiResource.findUnique({ where: { indicator } });
  if (taken) throw conflict(`The API resource ${taken.id} already has the indicator ${indicator}.`);
  const resource = await tx.apiResource.update({ where: { id: before.id }, data: { indicator } });
  emit('ApiResource.Data.Updated', resource.id, {
    apiResource: apiResourceOf(resource),
    ...changeOf(before, ['indicator']),
  });
  return resource;
}

async function refreshDescriptions({ tx, emit }: Context, scopes: readonly Scope[]): Promise<void> {
  for (const { id, name, description } of scopes) {
    const permissionName = permissionNames.find((permission) => permission === name);
    if (!permissionName || permissionDescriptions[permissionName] === description) continue;
    const scope = await tx.scope.update({
      where: { id },
      data: { description: permissionDescriptions[permissionName] },
    });
    emit('Scope.Data.Updated', id, { scope: scopeOf(scope), ...changeOf({ description }, ['description']) });
  }
}

async function addMissingScopes(context: Context, resource: ApiResource, present: readonly Scope[]): Promise<Scope[]> {
  const { tx, ids, emit } = context;
  const holders = await rolesHoldingAll(context, resource.id, present.length);
  const missing = permissionNames.filter((name) => !present.some((scope) => scope.name === name));
  const scopes = await tx.scope.createManyAndReturn({
    data: missing.map((name) => ({
      id: ids.next('scope'),
      apiResourceId: resource.id,
      name,
      description: permissionDescriptions[name],
    })),
  });
  for (const scope of scopes) emit('Scope.Created', scope.id, { scope: scopeOf(scope) });
  const added = scopes.map(({ id }) => id);
  if (added.length > 0) for (const roleId of holders) await giveScopes(context, roleId, added);
  return scopes;
}

/**
 * The roles that hold all scopes of the Management API, whatever their names, the oldest first: they also get new
 * permissions.
 */
export async function rolesHoldingAll(
  { tx }: Pick<Context, 'tx'>,
  apiResourceId: string,
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const where = { scope: { apiResourceId } };
  const held = await tx.roleScope.groupBy({ by: ['roleId'], where, _count: true, orderBy: { roleId: 'asc' } });
  return held.filter((role) => role._count === count).map(({ roleId }) => roleId);
}

async function giveScopes({ tx, emit }: Context, roleId: string, scopeIds: string[]): Promise<void> {
  await tx.roleScope.createMany({ data: scopeIds.map((scopeId) => ({ roleId, scopeId })) });
  const role = await tx.role.findUniqueOrThrow({ where: { id: roleId } });
  emit('Role.Scopes.Updated', roleId, { role: roleOf(role), addedScopeIds: scopeIds, removedScopeIds: [] });
}
