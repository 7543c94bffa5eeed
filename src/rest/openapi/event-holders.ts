import { pageSize } from '../../reads/page.ts';
import { eventHolderShape, eventHoldersRoute } from '../event-holders.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from './examples.ts';
import { permissionText, security, tagOf } from './parts.ts';
import { inQuery, pathParameters } from './reads.ts';
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
      totalCount: { type: 'integer', minimum: 0 },
      nextCursor: { type: ['string', 'null'] },
    },
    required: ['items', 'totalCount', 'nextCursor'],
  };
  const example = { items: [exampleOf(item, schemas.named, operationId)], totalCount: 1, nextCursor: null };
  return {
    operationId,
    tags: [tagOf(path)],
    summary: 'What had a role when it was deleted: users, applications, invitations and domains.',
    description: `Those of a \`Role.Deleted\` or \`OrganizationRole.Deleted\` event; none for other events.\n\n${permissionText('events:read', false)}`,
    security: security('events:read'),
    parameters: [
      ...pathParameters(path),
      inQuery('limit', 'Items per page.', integer),
      inQuery('cursor', 'Continues after an earlier page: its `nextCursor`.', { type: 'string' }),
    ],
    responses: {
      200: { description: 'A page.', content: { 'application/json': { schema, example } } },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
