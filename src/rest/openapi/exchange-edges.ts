import { edgesQuery } from '../../reads/exchange-edges.ts';
import { exchangesPermission } from '../../reads/exchanges.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { exchangeEdgesShape, exchangeUseShape } from '../../vocabulary/exchanges/edge-shapes.ts';
import { applicationUseRoute, edgesRoute, resourceUseRoute } from '../reads/exchange-edges.ts';
import { failuresWith } from './errors.ts';
import type { Described } from './exchanges.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import { pathParameters } from './reads.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

export const edgesTag = {
  name: tagOf(edgesRoute.path),
  description: 'Token exchanges, summed up by who exchanges for which API.',
};

const lag = 'They are summed up from the ledger a minute or two later, by days (UTC), which are kept for 400 days.';

/** The OpenAPI descriptions of token exchanges that are summed up. */
export function describeEdges(schemas: Schemas): Described[] {
  const use = schemas.name('ExchangeUse', schemas.add(exchangeUseShape, 'output'));
  const items = { type: 'array', items: use, description: 'The edges, the most used first.' };
  const example = { items: [exampleOf(exchangeUseShape, 'listExchangeUse')] };
  const uses: Answer = { schema: { type: 'object', properties: { items }, required: ['items'] }, example };
  return [
    describe(schemas, edgesRoute.path, {
      operationId: 'readExchangeEdges',
      summary: 'Who exchanges tokens for which API.',
      permissions: [exchangesPermission],
      answer: {
        schema: schemas.add(exchangeEdgesShape, 'output'),
        example: exampleOf(exchangeEdgesShape, 'readExchangeEdges'),
      },
    }),
    describe(schemas, applicationUseRoute.path, {
      operationId: 'listApplicationExchangeUse',
      summary: 'Token exchanges by an application, the most frequent first, at most 1,000 edges.',
      permissions: [exchangesPermission, 'applications:read'],
      answer: uses,
    }),
    describe(schemas, resourceUseRoute.path, {
      operationId: 'listApiResourceExchangeUse',
      summary: 'Token exchanges for tokens for an API resource, the most frequent first, at most 1,000 edges.',
      permissions: [exchangesPermission, 'resources:read'],
      answer: uses,
    }),
  ];
}

interface Answer {
  schema: JsonSchema;
  example: unknown;
}

interface Endpoint {
  operationId: string;
  summary: string;
  permissions: readonly string[];
  answer: Answer;
}

function describe(schemas: Schemas, path: string, { operationId, summary, permissions, answer }: Endpoint): Described {
  return {
    path,
    operation: {
      operationId,
      tags: [tagOf(path)],
      summary,
      description: [lag, ...permissions.map((permission) => permissionText(permission, false))].join('\n\n'),
      security: security(...permissions),
      parameters: [...pathParameters(path), ...queryParameters(schemas.add(edgesQuery, 'input'))],
      responses: {
        200: { description: 'The edges.', content: { 'application/json': answer } },
        ...failuresWith(path.includes(':') ? [401, 403, 404, 422, 500] : [401, 403, 422, 500]),
      },
    },
  };
}
