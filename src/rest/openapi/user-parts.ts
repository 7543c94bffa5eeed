import type { UserPart } from '../reads/user-parts.ts';
import { exampleParameter } from './examples.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { parametersIn } from '../route.ts';
import { inPath, permissionText, security, tagOf } from './parts.ts';
import type { Schemas } from './schemas.ts';

/** The OpenAPI description of a list below a user that has no pages. */
export function describeUserPart({ path, operationId, summary, shape }: UserPart, schemas: Schemas) {
  const item = schemas.add(shape, 'output');
  const example = { items: [exampleOf(shape, operationId)] };
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description: permissionText('users:read', false),
    security: security('users:read'),
    parameters: parametersIn(path).map((name) =>
      inPath(name, { type: 'string', description: 'Id of the user.' }, exampleParameter(name)),
    ),
    responses: {
      200: {
        description: 'All of them.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { items: { type: 'array', items: item } },
              required: ['items'],
            },
            example,
          },
        },
      },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
