import { z } from 'zod';
import { actedForQuery, exchangeFilter, exchangesPermission } from '../../reads/exchanges.ts';
import { countBound, totalOf } from '../../reads/page.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { actedForShape, exchangeLedgerShape, exchangeShape } from '../../vocabulary/exchanges/exchange-shapes.ts';
import { failuresWith } from './errors.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import {
  countUpToParameter,
  cursorParameter,
  limitParameter,
  nextCursorProperty,
  pathParameters,
  totalProperties,
} from './reads.ts';
import type { JsonSchema, Schemas } from './schemas.ts';
import { summaries } from '../../reads/summaries.ts';

export const exchangesTag = { name: 'exchanges', description: 'The ledger of token exchanges: who acted for whom.' };
export const ledgerTag = { name: 'exchange-ledger', description: 'State of the ledger of token exchanges.' };

/** The description of the GET of a path. */
export interface Described {
  path: string;
  operation: object;
}

const json = 'application/json';
const required = { description: permissionText(exchangesPermission, true), security: security(exchangesPermission) };

/** The OpenAPI descriptions of the ledger of token exchanges. */
export function describeExchanges(schemas: Schemas): Described[] {
  const exchange = schemas.name('Exchange', schemas.add(exchangeShape, 'output'));
  const mode = schemas.add(z.object({ mode: exchangeLedgerShape.shape.mode }), 'output').properties?.['mode'];
  const ledger = { ledger: { ...mode } };
  return [
    describeList(schemas, exchange, ledger),
    describeMember(exchange),
    describeLedger(schemas),
    describeActedFor(schemas, ledger),
  ];
}

type Properties = Record<string, JsonSchema>;

function describeList(schemas: Schemas, exchange: JsonSchema, ledger: Properties): Described {
  const properties = {
    items: { type: 'array', items: exchange, description: 'Exchanges of the page, the newest first.' },
    ...totalProperties,
    nextCursor: nextCursorProperty,
    ...ledger,
  };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const items = [exampleOf(exchangeShape, 'listExchanges')];
  const example = { items, ...totalOf(1, countBound.default), nextCursor: null, ledger: 'fast' };
  return {
    path: '/exchanges',
    operation: {
      operationId: 'listExchanges',
      tags: [tagOf('/exchanges')],
      summary: summaries.exchanges,
      ...required,
      parameters: [
        limitParameter('exchanges'),
        cursorParameter,
        countUpToParameter,
        ...queryParameters(schemas.add(exchangeFilter, 'input')),
      ],
      responses: {
        200: {
          description: 'A page.',
          headers: { Link: { $ref: '#/components/headers/Link' } },
          content: { [json]: { schema, example } },
        },
        ...failuresWith([401, 403, 422, 500]),
      },
    },
  };
}

const describeMember = (exchange: JsonSchema): Described => ({
  path: '/exchanges/:exchangeId',
  operation: {
    operationId: 'getExchange',
    tags: [tagOf('/exchanges')],
    summary: 'Get an exchange, by the claim `jti` of its token.',
    ...required,
    parameters: pathParameters('/exchanges/:exchangeId'),
    responses: {
      200: {
        description: 'The exchange.',
        content: { [json]: { schema: exchange, example: exampleOf(exchangeShape, 'getExchange') } },
      },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  },
});

const describeLedger = (schemas: Schemas): Described => ({
  path: '/exchange-ledger',
  operation: {
    operationId: 'getExchangeLedger',
    tags: [tagOf('/exchange-ledger')],
    summary: summaries.exchangeLedger,
    ...required,
    parameters: [],
    responses: {
      200: {
        description: 'The state.',
        content: {
          [json]: {
            schema: schemas.add(exchangeLedgerShape, 'output'),
            example: exampleOf(exchangeLedgerShape, 'getExchangeLedger'),
          },
        },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  },
});

function describeActedFor(schemas: Schemas, ledger: Properties): Described {
  const path = '/users/:userId/acted-for';
  const properties = { items: { type: 'array', items: schemas.add(actedForShape, 'output') }, ...ledger };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const example = { items: [exampleOf(actedForShape, 'listActedFor')], ledger: 'fast' };
  const permissions = [exchangesPermission, 'users:read'];
  return {
    path,
    operation: {
      operationId: 'listActedFor',
      tags: [tagOf(path)],
      summary: 'What applications did for a person since a time, the last used first, at most 1,000.',
      description: [
        'Tokens that they got by exchanges, from the newest 20,000.',
        ...permissions.map((permission) => permissionText(permission, true)),
      ].join('\n\n'),
      security: security(...permissions),
      parameters: [...pathParameters(path), ...queryParameters(schemas.add(actedForQuery, 'input'))],
      responses: {
        200: { description: 'All of them.', content: { [json]: { schema, example } } },
        ...failuresWith([401, 403, 404, 422, 500]),
      },
    },
  };
}
