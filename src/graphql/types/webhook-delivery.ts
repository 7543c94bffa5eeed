import { webhookDeliveries } from '../../reads/webhook-deliveries.ts';
import { type DeliveryStatistics, statisticsOfLastDay } from '../../store/webhooks/statistics.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import type {
  AttemptFailure as Failure,
  DeliveryStatus as Status,
  Redelivery as RedeliveryName,
} from '../../vocabulary/delivery-shapes.ts';
import { requires, requiresEverywhere, readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { textEnum } from '../schema/enums.ts';
import { batched } from '../schema/batched.ts';
import { findRecord } from '../schema/records.ts';
import { addRelatedList } from '../schema/related-lists.ts';
import { EventType } from './event.ts';
import { Node } from './node.ts';
import { Webhook } from './webhook.ts';

const DeliveryStatus = textEnum<Status>('WebhookDeliveryStatus', 'Status of a delivery.', {
  waiting: 'Blocked by the delivery of an earlier event about the same record.',
  pending: 'Will be attempted at `nextAttemptAt`.',
  delivered: 'The endpoint accepted it.',
  failed: 'Failed for good: there are no more retries.',
});

export const AttemptFailure = textEnum<Failure>('WebhookAttemptFailure', 'Stage at which an attempt failed.', {
  refused: 'It was not sent: the address is not allowed, or the secret or the headers cannot be decrypted.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The TLS handshake failed, for example because the certificate is not valid.',
  timeout: 'No complete response arrived in time.',
  body: 'The response was cut off or is not valid.',
  status: 'The endpoint answered with a status other than 2xx.',
});

const Redelivery = textEnum<RedeliveryName>('WebhookRedelivery', 'Kind of redelivery.', {
  single: 'A redelivery of this delivery was requested (`redeliverDelivery`).',
  failed: 'A redelivery of failed deliveries was requested (`redeliverFailedSince`).',
  missing: 'A redelivery of undelivered events was requested (`redeliverMissingSince`).',
  backfill: 'A backfill of a time range was requested (`backfillWebhook`).',
});

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  interfaces: [Node],
  select: { id: true, eventId: true },
  description: 'The delivery of an event to a webhook. Requires the permission webhooks:read.',
  authScopes: readableWith('webhooks:read'),
  fields: (t) => ({
    webhook: t.relation('webhook', { ...requiresEverywhere('webhooks:read'), description: 'The webhook.' }),
    eventId: t.exposeID('eventId', { description: 'Id of the event: the `webhook-id` of the message.' }),
    eventType: t.field({
      type: EventType,
      select: { eventType: true },
      description: 'Type of the event.',
      resolve: ({ eventType }) => eventType as EventTypeName,
    }),
    event: t.prismaField({
      type: 'Event',
      ...requiresEverywhere('events:read'),
      description: 'The event.',
      resolve: (query, { eventId }, _args, { prisma }) =>
        findRecord(prisma, 'event', { ...query, where: { id: eventId } }),
    }),
    status: t.field({
      type: DeliveryStatus,
      select: { status: true },
      description: 'Status of the delivery.',
      resolve: ({ status }) => status as Status,
    }),
    sequence: t.int({
      nullable: true,
      select: { sequence: true },
      description: 'Sequence number among the events about the same record; null if sent out of order.',
      resolve: ({ sequence }) => (sequence === null ? null : Number(sequence)),
    }),
    previousEventId: t.exposeID('previousId', {
      nullable: true,
      description: 'Id of the event with the preceding sequence number.',
    }),
    redelivery: t.field({
      type: Redelivery,
      nullable: true,
      select: { redelivery: true },
      description: 'Kind of redelivery; null if it was not redelivered.',
      resolve: ({ redelivery }) => redelivery as RedeliveryName | null,
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null if none is scheduled.',
    }),
    firstAttemptAt: t.expose('firstAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first attempt; null before it.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was delivered or failed for good; null before that.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
});

addRelatedList(Webhook, {
  field: 'deliveries',
  relation: 'deliveries',
  list: webhookDeliveries,
  table: 'webhook_deliveries',
  existing: webhookDeliveries.existing,
  owner: 'webhookId',
  access: requires('webhooks:read'),
  description: 'Deliveries to the webhook.',
});

const figuresOf = batched(({ prisma, clock }: Context, webhookIds: string[]) =>
  statisticsOfLastDay(prisma, webhookIds, clock.now()),
);

const Figures = builder.objectRef<DeliveryStatistics>('WebhookDeliveryStats').implement({
  description: 'Delivery statistics of a webhook.',
  fields: (t) => ({
    delivered: t.exposeInt('delivered', { description: 'Number of successful deliveries.' }),
    failed: t.exposeInt('failed', {
      description: 'Number of failed deliveries, including those that will be retried.',
    }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'Share of successful deliveries, from 0 to 1; null if there were none.',
    }),
  }),
});

builder.prismaObjectField(Webhook, 'deliveryStats', (t) =>
  t.field({
    type: Figures,
    select: { id: true },
    description: 'Delivery statistics of the last 24 hours.',
    resolve: ({ id }, _args, context) => figuresOf(context, id),
  }),
);
