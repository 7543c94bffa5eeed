import { z } from 'zod';
import { accessTokenSigningAlgSchema, accessTokenTtlSchema, requireOwnTtl } from '../../domain/api-resource.ts';
import { changesTo } from '../../domain/changes.ts';
import { idSchema, nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApiResource } from '../../store/records/locked-records.ts';
import { apiResourceOf } from '../../store/records/shapes.ts';

export const updateApiResource = defineOperation({
  name: 'updateApiResource',
  summary:
    'Change the name, the token lifetime or the signature algorithm of an API resource; what is left out stays as it is.',
  permission: 'resources:write',
  subject: 'resourceId',
  route: { method: 'PATCH', path: '/resources/:resourceId' },
  input: z.strictObject({
    resourceId: idSchema.describe('The API resource to change.'),
    name: nameSchema.optional().describe('Name of the service.'),
    accessTokenTtl: accessTokenTtlSchema
      .optional()
      .describe(
        'Lifetime of its access tokens, in seconds; for the Management API 60 to 3600. Tokens already issued keep theirs.',
      ),
    accessTokenSigningAlg: accessTokenSigningAlgSchema.optional(),
  }),
  output: { apiResource: entity('ApiResource', 'The API resource as it is now.') },
  always: ['ApiResource.Data.Updated'],
  async run({ tx, emit, unchanged }, { resourceId, ...wanted }) {
    const before = await lockApiResource(tx, resourceId);
    const changes = changesTo(before, wanted);
    requireOwnTtl(before, changes.accessTokenTtl);
    const changed = Object.keys(changes);
    if (!changed.length) return unchanged({ apiResource: resourceId });
    const resource = await tx.apiResource.update({ where: { id: resourceId }, data: changes });
    emit('ApiResource.Data.Updated', resourceId, { apiResource: apiResourceOf(resource), changed });
    return { apiResource: resourceId };
  },
});
