import { z } from 'zod';
import { maxIdsInData } from '../../domain/events/holders.ts';
import { requireNotBuiltIn } from '../../domain/oauth/api-resource.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockApiResource } from '../../store/row-locks/locked-records.ts';
import { lockScopes, removeScopesFromOrganizationRoles, removeScopesFromRoles } from '../../store/records/cascades.ts';
import { removeFromServed, removeFromTargets } from '../../store/records/exchange-policy.ts';
import { apiResourceOf, scopeOf } from '../../store/records/shapes.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteApiResource = defineOperation({
  name: 'deleteApiResource',
  summary:
    'Delete an API resource and its scopes. The scopes are removed from all roles and organization roles, the API resource from the rules of applications. The Management API cannot be deleted.',
  words: {
    title: 'Delete {apiResourceId}',
    button: 'Delete {apiResourceId}',
    danger: 'Its scopes are deleted as well, and leave all roles and organization roles. There is no way back.',
  },
  permission: 'resources:write',
  recentSignIn: true,
  record: 'apiResourceId',
  route: { method: 'DELETE', path: '/resources/:apiResourceId' },
  input: z.strictObject({ apiResourceId: idSchema('apiResource').describe('The API resource to delete.') }),
  output: { deletedApiResourceId: deletedIdOf('apiResource') },
  always: ['ApiResource.Deleted'],
  sometimes: [
    'Role.Scopes.Updated',
    'OrganizationRole.Scopes.Updated',
    'Application.ExchangePolicy.Updated',
    'Application.ServedResources.Updated',
    'Scope.Deleted',
  ],
  async run({ tx, now, emit }, { apiResourceId }) {
    const resource = await lockApiResource(tx, apiResourceId);
    requireNotBuiltIn(resource);
    const scopes = await tx.scope.findMany({ where: { apiResourceId }, orderBy: { id: 'asc' } });
    const deletedScopeIds = scopes.map(({ id }) => id);
    await lockScopes(tx, deletedScopeIds);
    for (const [id, data] of await removeScopesFromRoles(tx, deletedScopeIds)) emit('Role.Scopes.Updated', id, data);
    for (const [id, data] of await removeScopesFromOrganizationRoles(tx, deletedScopeIds)) {
      emit('OrganizationRole.Scopes.Updated', id, data);
    }
    for (const [id, data] of await removeFromTargets(tx, apiResourceId, now)) {
      emit('Application.ExchangePolicy.Updated', id, data);
    }
    for (const [id, data] of await removeFromServed(tx, apiResourceId, now)) {
      emit('Application.ServedResources.Updated', id, data);
    }
    await tx.apiResource.delete({ where: { id: apiResourceId } });
    for (const scope of scopes) emit('Scope.Deleted', scope.id, { scope: scopeOf(scope) });
    emit('ApiResource.Deleted', apiResourceId, {
      apiResource: apiResourceOf(resource),
      deletedScopeIds: deletedScopeIds.slice(0, maxIdsInData),
      deletedScopeCount: deletedScopeIds.length,
    });
    return { deletedApiResourceId: apiResourceId };
  },
});
