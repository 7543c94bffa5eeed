import { countBound, pageSize, totalOf } from '../../reads/page.ts';
import { eventHolderShape } from '../../vocabulary/catalog/event-holder-shape.ts';
import { eventHoldersRoute } from '../reads/event-holders.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { permissionText, security, tagOf } from './parts.ts';
import { countUpToParameter, inQuery, pathParameters, totalProperties } from './reads.ts';
import type { Schemas } from './schemas.ts';

const operationId = 'listEventHolders';

/** The OpenAPI description of the holders of a deleted role. */
export function describeEventHolders(schemas: Schemas) {
  const { path } = eventHoldersRoute;
  const item = schemas.add(eventHolderShape, 'output');
  const integer = { type: 'integer', minimum: 1, maximum: pageSize.max, default: pageSize.default };
  const schema = {
    type: 'object',
    properties: {
      items: { type: 'array', items: item },
      ...totalProperties,
      nextCursor: { type: ['string', 'null'] },
    },
    required: ['items', ...Object.keys(totalProperties), 'nextCursor'],
  };
  const items = [exampleOf(eventHolderShape, operationId)];
  const example = { items, ...totalOf(1, countBound.default), nextCursor: null };
  return {
    operationId,
    tags: [tagOf(path)],
    summary: 'What had a role when it was deleted: users, applications, invitations, domains and identity providers.',
    description: `Those of a \`Role.Deleted\` or \`OrganizationRole.Deleted\` event; none for other events. While the list of a deletion with more than 1000 is completed, within minutes, a page can be empty and have a \`nextCursor\`.\n\n${permissionText('events:read', false)}`,
    security: security('events:read'),
    parameters: [
      ...pathParameters(path),
      inQuery('limit', 'Items per page.', integer),
      inQuery('cursor', 'Continues after an earlier page: its `nextCursor`.', { type: 'string' }),
      countUpToParameter,
    ],
    responses: {
      200: { description: 'A page.', content: { 'application/json': { schema, example } } },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
