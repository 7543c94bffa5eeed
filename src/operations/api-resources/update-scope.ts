import { z } from 'zod';
import { requireNotBuiltIn } from '../../domain/oauth/api-resource.ts';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { descriptionSchema, idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApiResource, scopeIn } from '../../store/row-locks/locked-records.ts';
import { scopeOf } from '../../store/records/shapes.ts';

export const updateScope = defineOperation({
  name: 'updateScope',
  summary: 'Update the description of a scope. Its name cannot be changed, because issued tokens contain it.',
  words: {
    title: 'Edit {scopeId}',
    button: 'Save changes',
    note: 'Its name cannot be changed, because issued tokens contain it.',
    danger: null,
  },
  permission: 'resources:write',
  record: 'scopeId',
  route: { method: 'PATCH', path: '/resources/:apiResourceId/scopes/:scopeId' },
  input: z.strictObject({
    apiResourceId: idSchema('apiResource').describe('The API resource that the scope belongs to.'),
    scopeId: idSchema('scope').describe('The scope to update.'),
    description: descriptionSchema.optional().describe('What the scope allows.'),
  }),
  output: { scope: entity('Scope', 'The updated scope.') },
  always: ['Scope.Data.Updated'],
  async run({ tx, emit, unchanged }, { apiResourceId, scopeId, ...values }) {
    const resource = await lockApiResource(tx, apiResourceId);
    const before = await scopeIn(tx, resource, scopeId);
    const changes = changesTo(before, values);
    requireNotBuiltIn(resource);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ scope: scopeId });
    const scope = await tx.scope.update({ where: { id: scopeId }, data: changes });
    emit('Scope.Data.Updated', scopeId, { scope: scopeOf(scope), ...changeOf(scopeOf(before), changed) });
    return { scope: scopeId };
  },
});
