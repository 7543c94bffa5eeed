import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { eventTypes } from '../../vocabulary/events.ts';
import { attemptFailures, deliveryStatuses, type DeliveryStatus } from '../../vocabulary/records/delivery-shapes.ts';
import {
  all,
  between,
  createdFilters,
  enumFilter,
  equals,
  flagFilter,
  hasValue,
  idFilter,
  isOneOf,
} from '../conditions.ts';
import { subjectKindOf } from '../event-filter.ts';
import { defineList } from '../list.ts';
import { subjectKinds } from '../../vocabulary/kinds.ts';

// A range of creation times reads what is newer, about a microsecond each: there is no index, because no plan could use
// it together with the order by id for any but short ranges.

// The conditions of partial indexes have to be in the query: of deliveries that are not delivered, and of failures.
const withStatus = (status: DeliveryStatus | undefined): object =>
  status === undefined || status === 'delivered' ? equals('status', status) : { status, NOT: { status: 'delivered' } };

const withHttpStatus = (httpStatus: number | undefined): object =>
  httpStatus === undefined || (httpStatus >= 200 && httpStatus < 300)
    ? equals('httpStatus', httpStatus)
    : { httpStatus, failure: 'status' };

// The index of events finds them: one of deliveries would cost each of them as much as half of the others together.
const aboutSubject = (subjectId: string | undefined): object =>
  subjectId === undefined ? {} : { event: { subjectKind: subjectKindOf(subjectId) ?? '', subjectId } };

export const webhookDeliveries = defineList<Prisma.WebhookDeliveryWhereInput>()({
  name: 'webhookDeliveries',
  kind: 'webhookDelivery',
  summary: 'Deliveries of events to webhooks. Successful ones are kept for 30 days, all others for 90.',
  filter: z.strictObject({
    webhookId: idFilter('webhook', 'Only deliveries to this webhook.'),
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
    eventTypes: enumFilter(eventTypes, 'Only deliveries of events of these types.'),
    eventId: idFilter('event', 'Only deliveries of this event.'),
    subjectId: idSchema(...subjectKinds)
      .optional()
      .describe('Only deliveries of events about this record, which may have been deleted.'),
    failure: z.enum(attemptFailures).optional().describe('Only deliveries whose last attempt failed at this stage.'),
    httpStatus: z
      .int()
      .min(100)
      .max(599)
      .optional()
      .describe('Only deliveries whose last attempt was answered with this HTTP status.'),
    isRedelivery: flagFilter('Only redeliveries, including backfills, if true; only the others if false.'),
    ...createdFilters,
  }),
  order: { createdAt: { column: 'id', description: 'Time of creation.' } },
  where: ({ filter }) =>
    all(
      equals('webhookId', filter.webhookId),
      withStatus(filter.status),
      isOneOf('eventType', filter.eventTypes),
      equals('eventId', filter.eventId),
      aboutSubject(filter.subjectId),
      equals('failure', filter.failure),
      withHttpStatus(filter.httpStatus),
      hasValue('redelivery', filter.isRedelivery),
      between('createdAt', filter.createdAfter, filter.createdBefore),
    ),
  within: () => null,
  // Retention removes the deliveries of a deleted webhook later. The condition checks that the webhook exists.
  existing: { webhook: { id: { not: '' } } },
});
