import { preferencesShape } from '../../vocabulary/records/viewer-shapes.ts';
import { preferencesRoute } from '../preferences.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { security, tagOf } from './parts.ts';
import type { Schemas } from './schemas.ts';

export const ownTag = { name: tagOf(preferencesRoute.path), description: 'What belongs to the caller.' };

/** The OpenAPI description of the caller's own preferences. */
export function describePreferences(schemas: Schemas) {
  const schema = schemas.add(preferencesShape, 'output');
  return {
    operationId: 'getMyPreferences',
    tags: [ownTag.name],
    summary: 'The preferences of the caller.',
    description: 'Requires an access token of a user, but no permission.',
    security: security(),
    parameters: [{ $ref: '#/components/parameters/ifNoneMatch' }],
    responses: {
      200: {
        description: 'The preferences.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: { 'application/json': { schema, example: exampleOf(preferencesShape, 'getMyPreferences') } },
      },
      304: { description: 'Not changed.' },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}
