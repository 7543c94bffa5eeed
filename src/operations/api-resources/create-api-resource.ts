import { z } from 'zod';
import { accessTokenSigningAlgSchema, accessTokenTtlSchema, indicatorSchema } from '../../domain/api-resource.ts';
import { nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { apiResourceOf } from '../../store/records/shapes.ts';
import { defaultAccessTokenSigningAlg } from '../../vocabulary/signing-algorithms.ts';

export const createApiResource = defineOperation({
  name: 'createApiResource',
  summary: 'Create an API resource: a service that accepts access tokens of this platform.',
  permission: 'resources:write',
  route: { method: 'POST', path: '/resources' },
  input: z.strictObject({
    name: nameSchema.describe('Name of the service.'),
    indicator: indicatorSchema.describe(
      'Resource indicator (RFC 8707): an absolute URI, the audience of its access tokens. Cannot be changed.',
    ),
    accessTokenTtl: accessTokenTtlSchema.default(3600).describe('Lifetime of its access tokens, in seconds.'),
    accessTokenSigningAlg: accessTokenSigningAlgSchema.default(defaultAccessTokenSigningAlg),
  }),
  output: { apiResource: entity('ApiResource', 'The new API resource.') },
  always: ['ApiResource.Created'],
  async run({ tx, ids, emit }, data) {
    const resource = await tx.apiResource.create({ data: { ...data, id: ids.next('apiResource') } });
    emit('ApiResource.Created', resource.id, { apiResource: apiResourceOf(resource) });
    return { apiResource: resource.id };
  },
});
