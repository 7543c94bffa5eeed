import { z } from 'zod';
import {
  accessTokenSigningAlgSchema,
  accessTokenTtlSchema,
  requireManagementTtl,
} from '../../domain/oauth/api-resource.ts';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { idSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApiResource } from '../../store/row-locks/locked-records.ts';
import { apiResourceOf } from '../../store/records/shapes.ts';
import { fieldFacts } from '../../vocabulary/field-facts.ts';

export const updateApiResource = defineOperation({
  name: 'updateApiResource',
  summary: 'Update the name, token lifetime or signing algorithm of an API resource. Omitted fields keep their values.',
  words: { title: 'Edit {apiResourceId}', button: 'Save changes', danger: null },
  permission: 'resources:write',
  record: 'apiResourceId',
  route: { method: 'PATCH', path: '/resources/:apiResourceId' },
  input: z.strictObject({
    apiResourceId: idSchema('apiResource').describe('The API resource to update.'),
    name: nameSchema.optional().describe('Name of the service.'),
    accessTokenTtl: accessTokenTtlSchema
      .optional()
      .describe(
        'Lifetime of its access tokens, in seconds; for the Management API, 60 to 3600. Tokens that were already issued keep theirs.',
      )
      .register(fieldFacts, {
        description:
          'Lifetime of its access tokens; for the Management API, a minute to an hour. Tokens that were already issued keep theirs.',
      }),
    accessTokenSigningAlg: accessTokenSigningAlgSchema.optional(),
  }),
  output: { apiResource: entity('ApiResource', 'The updated API resource.') },
  always: ['ApiResource.Data.Updated'],
  async run({ tx, emit, unchanged }, { apiResourceId, ...values }) {
    const before = await lockApiResource(tx, apiResourceId);
    const changes = changesTo(before, values);
    requireManagementTtl(before, changes.accessTokenTtl);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ apiResource: apiResourceId });
    const resource = await tx.apiResource.update({ where: { id: apiResourceId }, data: changes });
    emit('ApiResource.Data.Updated', apiResourceId, {
      apiResource: apiResourceOf(resource),
      ...changeOf(apiResourceOf(before), changed),
    });
    return { apiResource: apiResourceId };
  },
});
