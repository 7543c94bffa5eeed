import { attemptsOf } from '../../../store/records/shapes.ts';
import { webhookDeliveries } from '../../../reads/lists/webhook-deliveries.ts';
import { readAttemptTimes } from '../../../store/webhooks/attempt-times.ts';
import { statisticsOfLastDay } from '../../../store/webhooks/statistics.ts';
import {
  type AttemptFailure,
  deliveryStats,
  type DeliveryStatus,
  type Redelivery,
  webhookAttemptShape,
  webhookDeliveryShape,
  webhookDeliveryStatsShape,
} from '../../../vocabulary/records/delivery-shapes.ts';
import { requires, requiresEverywhere, readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import type { Context } from '../../context/context.ts';
import { textEnum } from '../../schema/enums.ts';
import { batched } from '../../schema/batched.ts';
import { findRecord } from '../../schema/find-records.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import { addRelatedList } from '../../schema/related-lists.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Node } from '../node.ts';
import { Webhook } from './webhook.ts';

textEnum<DeliveryStatus>('WebhookDeliveryStatus', 'Status of a delivery.', {
  waiting: 'Blocked by the delivery of an earlier event about the same record.',
  pending: 'Will be attempted at `nextAttemptAt`.',
  delivered: 'The endpoint accepted it.',
  failed: 'Failed for good: there are no more retries.',
});

textEnum<AttemptFailure>('WebhookAttemptFailure', 'Stage at which an attempt failed.', {
  refused: 'It was not sent: the address is not allowed, or the secret or the headers cannot be decrypted.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The TLS handshake failed, for example because the certificate is not valid.',
  timeout: 'No complete response arrived in time.',
  body: 'The response was cut off or is not valid.',
  status: 'The endpoint answered with a status other than 2xx.',
});

textEnum<Redelivery>('WebhookRedelivery', 'Kind of redelivery.', {
  single: 'A redelivery of this delivery was requested (`redeliverDelivery`).',
  failed: 'A redelivery of failed deliveries was requested (`redeliverFailedSince`).',
  missing: 'A redelivery of undelivered events was requested (`redeliverMissingSince`).',
  backfill: 'A backfill of a time range was requested (`backfillWebhook`).',
});

const WebhookAttempt = outputTypeOf(webhookAttemptShape, 'WebhookAttempt', webhookAttemptShape.description);

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  interfaces: [Node],
  select: { id: true, eventId: true },
  description: 'The delivery of an event to a webhook. Requires the permission webhooks:read.',
  authScopes: readableWith('webhooks:read'),
  fields: (t) => ({
    ...exposeShape(t, webhookDeliveryShape),
    webhook: t.relation('webhook', requiresEverywhere('webhooks:read')),
    event: t.prismaField({
      type: 'Event',
      ...requiresEverywhere('events:read'),
      resolve: (query, { eventId }, _args, { prisma }) =>
        findRecord(prisma, 'event', { ...query, where: { id: eventId } }),
    }),
    sequence: t.int({
      ...describedBy(webhookDeliveryShape.shape.sequence),
      select: { sequence: true },
      resolve: ({ sequence }) => (sequence === null ? null : Number(sequence)),
    }),
    attempts: t.field({
      type: [WebhookAttempt],
      ...describedBy(webhookDeliveryShape.shape.attempts),
      select: { log: true },
      resolve: attemptsOf,
    }),
    lastAttempt: t.field({
      type: WebhookAttempt,
      nullable: true,
      select: { log: true },
      description: 'The last attempt; null before the first one.',
      resolve: (delivery) => attemptsOf(delivery).at(-1),
    }),
    previousEventId: t.exposeID('previousId', describedBy(webhookDeliveryShape.shape.previousEventId)),
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

const attemptTimesOf = batched(({ prisma }: Context, webhookIds: string[]) => readAttemptTimes(prisma, webhookIds));

builder.prismaObjectFields(Webhook, (t) => ({
  lastAttempted: t.prismaField({
    type: WebhookDelivery,
    ...requires('webhooks:read'),
    select: { id: true },
    description: 'The delivery with the last attempt, which states why a webhook fails; null before the first attempt.',
    resolve: async (query, { id }, _args, context) => {
      const { lastDeliveryId } = await attemptTimesOf(context, id);
      return findRecord(context.prisma, 'webhookDelivery', { ...query, where: { id: lastDeliveryId ?? '' } });
    },
  }),
  nextAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    select: { id: true },
    description: 'Time of the next attempt of any delivery; null if none is due or the webhook is disabled.',
    resolve: async ({ id }, _args, context) => (await attemptTimesOf(context, id)).nextAttemptAt,
  }),
}));

const statisticsOf = batched(({ prisma, clock }: Context, webhookIds: string[]) =>
  statisticsOfLastDay(prisma, webhookIds, clock.now()),
);

const DeliveryStats = outputTypeOf(
  webhookDeliveryStatsShape,
  'WebhookDeliveryStats',
  webhookDeliveryStatsShape.description,
);

builder.prismaObjectField(Webhook, 'deliveryStats', (t) =>
  t.field({
    type: DeliveryStats,
    ...describedBy(deliveryStats),
    select: { id: true },
    resolve: async ({ id }, _args, context) => ({ ...(await statisticsOf(context, id)) }),
  }),
);
