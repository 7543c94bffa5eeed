import { z } from 'zod';
import type { Prisma } from '../generated/prisma/client.ts';
import { eventTypes } from '../vocabulary/events.ts';
import { deliveryStatuses } from '../vocabulary/resources.ts';
import { all, between, equals, flagFilter, hasValue, idFilter, timeFilter } from './conditions.ts';
import { defineList } from './list.ts';

export const webhookDeliveries = defineList<Prisma.WebhookDeliveryWhereInput>()({
  name: 'webhookDeliveries',
  kind: 'webhookDelivery',
  summary:
    'Events on their way to webhooks, and what came of it: 30 days of what was delivered, 90 of everything else.',
  filter: z.strictObject({
    webhookId: idFilter('webhook', 'Those to this webhook.'),
    status: z.enum(deliveryStatuses).optional().describe('Those that stand so.'),
    eventTypes: z
      .array(z.enum(eventTypes))
      .max(eventTypes.length)
      .optional()
      .describe('Those of events of these types.'),
    eventId: idFilter('event', 'Those of this event.'),
    isRedelivery: flagFilter('Those that were sent again, or for a range of time only, or the others.'),
    createdAfter: timeFilter('Made at this instant or later.'),
    createdBefore: timeFilter('Made before this instant.'),
  }),
  order: { createdAt: { column: 'id', description: 'When the delivery was made.' } },
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
  // Those of a deleted webhook stay in the table until retention has come to them: this asks whether there is the webhook.
  existing: { webhook: { id: { not: '' } } },
});
