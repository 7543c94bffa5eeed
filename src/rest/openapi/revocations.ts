import { revocationQuery, revocationsPermission } from '../../reads/revocations.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import { revocationShape } from '../../vocabulary/exchanges/revocations.ts';
import { exampleTimes } from '../../vocabulary/shape-parts.ts';
import { revocationsRoute } from '../reads/revocations.ts';
import { failuresWith } from './errors.ts';
import { permissionText, queryParameters, security, tagOf } from './parts.ts';
import { inQuery, nextCursorProperty } from './reads.ts';
import type { Schemas } from './schemas.ts';
import { summaries } from '../../reads/summaries.ts';

export const revocationsTag = { name: 'revocations', description: 'What ended: which tokens are no longer accepted.' };

const operationId = 'listRevocations';

/** The OpenAPI description of what ended. */
export function describeRevocations(schemas: Schemas) {
  const { path } = revocationsRoute;
  const properties = {
    items: {
      type: 'array',
      items: schemas.name('Revocation', schemas.add(revocationShape, 'output')),
      description: summaries.revocations,
    },
    cursor: { type: 'string', description: 'The `cursor` with which to continue later, also of the last page.' },
    nextCursor: nextCursorProperty,
    asOf: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Everything that ended before this time is on this page or an earlier one; null if there is more.',
    },
  };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const items = [exampleOf(revocationShape, operationId)];
  const example = { items, cursor: 'Vq1v', nextCursor: null, asOf: exampleTimes.now };
  return {
    operationId,
    tags: [tagOf(path)],
    summary: 'What ended: sessions, grants, signing keys, and everything of people, applications and members.',
    description: `With ids only. An API that verifies tokens reads it once, and then follows it with the GraphQL subscription \`revocations\`, or by its \`cursor\`.\n\n${permissionText(revocationsPermission, false)}`,
    security: security(revocationsPermission),
    parameters: [
      ...queryParameters(schemas.add(revocationQuery, 'input')),
      inQuery('cursor', 'The `cursor` of an earlier page, or of a message of the subscription.', { type: 'string' }),
    ],
    responses: {
      200: {
        description: 'A page.',
        headers: { Link: { $ref: '#/components/headers/Link' } },
        content: { 'application/json': { schema, example } },
      },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}
