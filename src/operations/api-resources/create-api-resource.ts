import { z } from 'zod';
import {
  accessTokenSigningAlgSchema,
  accessTokenTtlSchema,
  indicatorSchema,
  newScopesSchema,
  requireDistinctNames,
} from '../../domain/oauth/api-resource.ts';
import { taken } from '../../domain/failure.ts';
import { nameSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { requireOneSpelling } from '../../store/records/api-resources.ts';
import { apiResourceOf, scopeOf } from '../../store/records/shapes.ts';
import { defaultAccessTokenSigningAlg } from '../../vocabulary/signing-algorithms.ts';
import { accountResourceOf } from '../../vocabulary/account/account-scopes.ts';
import { idOf } from '../../vocabulary/ids.ts';

export const createApiResource = defineOperation({
  name: 'createApiResource',
  summary: 'Create an API resource, a service that accepts access tokens of this platform, with its scopes.',
  words: { title: 'Create API resource', button: 'Create API resource', danger: null },
  permission: 'resources:write',
  route: { method: 'POST', path: '/resources' },
  input: z.strictObject({
    name: nameSchema.describe('Name of the service.'),
    indicator: indicatorSchema.describe(
      'Resource indicator (RFC 8707): an absolute URI, the audience of its access tokens. Cannot be changed.',
    ),
    accessTokenTtl: accessTokenTtlSchema.default(3600).describe('Lifetime of its access tokens, in seconds.'),
    accessTokenSigningAlg: accessTokenSigningAlgSchema.default(defaultAccessTokenSigningAlg),
    scopes: newScopesSchema.default([]).describe('Its scopes, at most 1,000. More can be added later.'),
  }),
  output: {
    apiResource: entity('ApiResource', 'The new API resource.'),
    scopeIds: z.array(idOf('scope')).describe('The ids of its scopes, in the order of the input.'),
  },
  always: ['ApiResource.Created'],
  sometimes: ['Scope.Created'],
  prepare: ({ publicUrl }) => Promise.resolve({ accountResource: accountResourceOf(publicUrl) }),
  async run({ tx, ids, emit }, { scopes, ...data }, { accountResource }) {
    if (data.indicator === accountResource) throw taken('This indicator is that of the Account API.', 'indicator');
    requireDistinctNames(scopes);
    await requireOneSpelling(tx, data.indicator);
    const resource = await tx.apiResource.create({ data: { ...data, id: ids.next('apiResource') } });
    emit('ApiResource.Created', resource.id, { apiResource: apiResourceOf(resource) });
    const rows = scopes.map((scope) => ({ ...scope, apiResourceId: resource.id, id: ids.next('scope') }));
    const created = rows.length ? await tx.scope.createManyAndReturn({ data: rows }) : [];
    for (const scope of created) emit('Scope.Created', scope.id, { scope: scopeOf(scope) });
    return { apiResource: resource.id, scopeIds: rows.map(({ id }) => id) };
  },
});
