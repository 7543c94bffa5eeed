import { webhookDeliveries } from '../../reads/webhook-deliveries.ts';
import { type DeliveryStatistics, statisticsOfLastDay } from '../../store/webhooks/statistics.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import type { DeliveryStatus as Status, Redelivery as RedeliveryName } from '../../vocabulary/resources.ts';
import { needs, needsEverywhere, recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { textEnum } from '../schema/enums.ts';
import { gathered } from '../schema/gathered.ts';
import { connectionOf } from '../schema/lists.ts';
import { findRecord } from '../schema/records.ts';
import { EventType } from './event.ts';
import { Node } from './node.ts';
import { Webhook } from './webhook.ts';

const DeliveryStatus = textEnum<Status>('WebhookDeliveryStatus', 'Where a delivery stands.', {
  waiting:
    'It waits until the event before it, about the same record, is delivered, or has held it back for long enough.',
  pending: 'It is due, or will be.',
  delivered: 'The endpoint took it.',
  failed: 'It was given up.',
});

const Redelivery = textEnum<RedeliveryName>('WebhookRedelivery', 'Why an event is sent again, or at all.', {
  single: 'Someone asked for this one.',
  failed: 'Someone asked for all that failed.',
  missing: 'Someone asked for all that was not delivered.',
  backfill: 'Someone asked for the events of a range of time.',
});

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  interfaces: [Node],
  select: { id: true, eventId: true },
  description: 'An event on its way to a webhook. Needs the permission webhooks:read.',
  authScopes: recordOf('webhooks:read'),
  fields: (t) => ({
    webhook: t.relation('webhook', { ...needsEverywhere('webhooks:read'), description: 'The webhook that is told.' }),
    eventId: t.exposeID('eventId', { description: 'The event that it is told of: `webhook-id` of the message.' }),
    eventType: t.field({
      type: EventType,
      select: { eventType: true },
      description: 'What happened.',
      resolve: ({ eventType }) => eventType as EventTypeName,
    }),
    event: t.prismaField({
      type: 'Event',
      ...needsEverywhere('events:read'),
      description: 'The event that it is told of.',
      resolve: (query, { eventId }, _args, { prisma }) =>
        findRecord(prisma, 'Event', { ...query, where: { id: eventId } }),
    }),
    status: t.field({
      type: DeliveryStatus,
      select: { status: true },
      description: 'Where it stands.',
      resolve: ({ status }) => status as Status,
    }),
    sequence: t.int({
      nullable: true,
      select: { sequence: true },
      description: 'Number of the event among those about the same record; null when it is sent outside that order.',
      resolve: ({ sequence }) => (sequence === null ? null : Number(sequence)),
    }),
    previousEventId: t.exposeID('previousId', { nullable: true, description: 'The event with the number before.' }),
    redelivery: t.field({
      type: Redelivery,
      nullable: true,
      select: { redelivery: true },
      description: 'Why it was sent again, or for a range of time only; null otherwise.',
      resolve: ({ redelivery }) => redelivery as RedeliveryName | null,
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is due; null when it is not.',
    }),
    firstAttemptAt: t.expose('firstAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was attempted first.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered or given up.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

builder.prismaObjectField(Webhook, 'deliveries', (t) =>
  t.relatedConnection(
    'deliveries',
    {
      cursor: 'id',
      totalCount: true,
      ...needs('webhooks:read'),
      args: {
        status: t.arg({ type: DeliveryStatus, description: 'Those that stand so.' }),
        eventTypes: t.arg({ type: [EventType], description: 'Those of events of these types.' }),
      },
      query: ({ status, eventTypes }, { clock }) => ({
        where: webhookDeliveries.where({
          filter: { status: status ?? undefined, eventTypes: eventTypes ?? undefined } as never,
          now: clock.now(),
        }),
        orderBy: { id: 'desc' },
      }),
      description: 'The events on their way to it, the newest first.',
    },
    connectionOf('WebhookDelivery'),
  ),
);

const figuresOf = gathered(({ prisma, clock }: Context, webhookIds: string[]) =>
  statisticsOfLastDay(prisma, webhookIds, clock.now()),
);

const Figures = builder.objectRef<DeliveryStatistics>('WebhookDeliveryStats').implement({
  description: 'How the deliveries of a webhook went in a time.',
  fields: (t) => ({
    delivered: t.exposeInt('delivered', { description: 'Deliveries that the endpoint took.' }),
    failed: t.exposeInt('failed', { description: 'Deliveries that were given up, or fail up to now.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'The part that was delivered, from 0 to 1; null when there was none.',
    }),
  }),
});

builder.prismaObjectField(Webhook, 'deliveryStats', (t) =>
  t.field({
    type: Figures,
    select: { id: true },
    description: 'How its deliveries went in the last 24 hours.',
    resolve: ({ id }, _args, context) => figuresOf(context, id),
  }),
);
