import type { Permission } from '../../vocabulary/permissions.ts';
import { requireEverywhere } from './permissions.ts';
import { visible } from './reads.ts';
import type { Route } from '../route.ts';

/** A body contains the data of an event. */
export const deliveryBodyPermissions: readonly Permission[] = ['webhooks:read', 'events:read'];

/** The body of a delivery. */
export const deliveryBodyRoute: Route = {
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/body',
  query: [],
  async handle(request, services) {
    const { actor, parameters } = request;
    requireEverywhere(actor, ...deliveryBodyPermissions);
    await visible('webhookDelivery', request, services);
    const { deliveryId = '' } = parameters;
    const [json] = await services.findBodies(services.database.prisma, [deliveryId]);
    return { status: 200, json };
  },
};
