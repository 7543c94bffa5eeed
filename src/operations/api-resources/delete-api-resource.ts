import { z } from 'zod';
import { requireNotBuiltIn } from '../../domain/api-resource.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { lockApiResource } from '../../store/records.ts';
import { apiResourceOf } from '../../store/shapes.ts';

export const deleteApiResource = defineOperation({
  name: 'deleteApiResource',
  summary: 'Delete an API resource and its scopes, which every role loses. The Management API cannot be deleted.',
  permission: 'resources:write',
  subject: 'resourceId',
  route: { method: 'DELETE', path: '/resources/:resourceId' },
  input: z.strictObject({ resourceId: idSchema.describe('The API resource to delete.') }),
  output: { deletedResourceId: z.string().describe('The id of the deleted API resource.') },
  always: ['ApiResource.Deleted'],
  async run({ tx, emit }, { resourceId }) {
    const resource = await lockApiResource(tx, resourceId);
    requireNotBuiltIn(resource);
    const scopes = await tx.scope.findMany({ where: { resourceId }, select: { id: true }, orderBy: { id: 'asc' } });
    await tx.apiResource.delete({ where: { id: resourceId } });
    const deletedScopeIds = scopes.map(({ id }) => id);
    emit('ApiResource.Deleted', resourceId, { resource: apiResourceOf(resource), deletedScopeIds });
    return { deletedResourceId: resourceId };
  },
});
