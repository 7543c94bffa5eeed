import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { eventTypes } from '../vocabulary/events.ts';
import { deliveryStatuses } from '../vocabulary/delivery-shapes.ts';
import { all, between, createdFilters, equals, flagFilter, hasValue, idFilter } from './conditions.ts';
import { defineList } from './list.ts';

export const webhookDeliveries = defineList<Prisma.WebhookDeliveryWhereInput>()({
  name: 'webhookDeliveries',
  kind: 'webhookDelivery',
  summary: 'Deliveries of events to webhooks. Successful ones are kept for 30 days, all others for 90.',
  filter: z.strictObject({
    webhookId: idFilter('webhook', 'Only deliveries to this webhook.'),
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
    eventTypes: z
      .array(z.enum(eventTypes))
      .max(eventTypes.length)
      .optional()
      .describe('Only deliveries of events of these types.'),
    eventId: idFilter('event', 'Only deliveries of this event.'),
    isRedelivery: flagFilter('Only redeliveries, including backfills, if true; only the others if false.'),
    ...createdFilters,
  }),
  order: { createdAt: { column: 'id', description: 'Time of creation.' } },
  where: ({ filter }) =>
    all(
      equals('webhookId', filter.webhookId),
      equals('status', filter.status),
      filter.eventTypes === undefined ? {} : { eventType: { in: filter.eventTypes } },
      equals('eventId', filter.eventId),
      hasValue('redelivery', filter.isRedelivery),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  within: () => null,
  // Retention removes the deliveries of a deleted webhook later. The condition checks that the webhook exists.
  existing: { webhook: { id: { not: '' } } },
});
