import { z } from 'zod';
import { requireNotBuiltIn, scopeSettings } from '../../domain/oauth/api-resource.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApiResource } from '../../store/row-locks/locked-records.ts';
import { scopeOf } from '../../store/records/shapes.ts';

export const createScope = defineOperation({
  name: 'createScope',
  summary: 'Create a scope of an API resource. The Management API cannot be given any.',
  words: { title: 'Create scope of {apiResourceId}', button: 'Create scope', danger: null },
  permission: 'resources:write',
  record: 'apiResourceId',
  route: { method: 'POST', path: '/resources/:apiResourceId/scopes' },
  input: z.strictObject({
    apiResourceId: idSchema('apiResource').describe('The API resource that the scope belongs to.'),
    ...scopeSettings,
  }),
  output: { scope: entity('Scope', 'The new scope.') },
  always: ['Scope.Created'],
  async run({ tx, ids, emit }, data) {
    requireNotBuiltIn(await lockApiResource(tx, data.apiResourceId));
    const scope = await tx.scope.create({ data: { ...data, id: ids.next('scope') } });
    emit('Scope.Created', scope.id, { scope: scopeOf(scope) });
    return { scope: scope.id };
  },
});
