import { exampleOf } from '../../vocabulary/examples.ts';
import { exchangePolicyShape } from '../../vocabulary/exchanges/exchange-policy.ts';
import { exchangePolicyRoute } from '../reads/exchange-policy.ts';
import { failuresWith } from './errors.ts';
import { permissionText, security, tagOf } from './parts.ts';
import { pathParameters } from './reads.ts';
import type { Schemas } from './schemas.ts';

/** The OpenAPI description of the rules of an application for its token exchanges. */
export function describeExchangePolicy(schemas: Schemas) {
  const { path } = exchangePolicyRoute;
  const operationId = 'getApplicationExchangePolicy';
  const schema = schemas.add(exchangePolicyShape, 'output');
  return {
    operationId,
    tags: [tagOf(path)],
    summary: 'Rules of the application for its token exchanges.',
    description: permissionText('applications:read', false),
    security: security('applications:read'),
    parameters: [...pathParameters(path), { $ref: '#/components/parameters/ifNoneMatch' }],
    responses: {
      200: {
        description: 'The rules.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: { 'application/json': { schema, example: exampleOf(exchangePolicyShape, operationId) } },
      },
      304: { description: 'Not changed.' },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
