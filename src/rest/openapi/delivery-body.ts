import { webhookDeliveryBodyShape } from '../../vocabulary/records/delivery-shapes.ts';
import { deliveryBodyPermissions, deliveryBodyRoute } from '../reads/delivery-body.ts';
import { failuresWith } from './errors.ts';
import { tagOf } from './parts.ts';
import { pathParameters, permissionTexts, securityOf } from './reads.ts';
import type { Schemas } from './schemas.ts';

/** The OpenAPI description of the body of a delivery. */
export function describeDeliveryBody(schemas: Schemas) {
  const { path } = deliveryBodyRoute;
  const schema = schemas.add(webhookDeliveryBodyShape, 'output');
  const example = { body: '{"id":"evt_01m814ew9xe49ser3a32c7yqxs","type":"Role.Created"}', missingBodyReason: null };
  return {
    operationId: 'getWebhookDeliveryBody',
    tags: [tagOf(path)],
    summary: 'Get the body of the requests of a delivery.',
    description: permissionTexts(deliveryBodyPermissions),
    security: securityOf(deliveryBodyPermissions),
    parameters: pathParameters(path),
    responses: {
      200: { description: 'The body.', content: { 'application/json': { schema, example } } },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
