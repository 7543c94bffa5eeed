import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { pauseAfterRequest } from '../../domain/webhooks/webhook-health.ts';
import { noFilter, webhookSending } from '../../domain/webhooks/webhook-sending.ts';
import { defineBulk } from '../../kernel/bulk-operation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { scheduleDelivery } from '../../store/webhooks/redelivery.ts';

export const redeliverDelivery = defineOperation({
  name: 'redeliverDelivery',
  summary:
    'Send an event to a webhook again, whatever its status. The status then reflects the new attempt, so a delivered one can fail. A pending delivery is attempted now, or within a second if the endpoint is paused; a waiting one continues to wait. A disabled webhook receives it when it is enabled.',
  words: {
    title: 'Send an event again',
    button: 'Send again',
    note: 'Its status becomes that of the new attempt. A disabled webhook receives it when it is enabled.',
    danger: null,
  },
  permission: 'webhooks:write',
  record: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId.optional().describe('The webhook. Not needed: the delivery belongs to one.'),
    deliveryId: idSchema('webhookDelivery').describe('The delivery to repeat.'),
  }),
  findRecord: async (tx, { deliveryId }) =>
    (await tx.webhookDelivery.findUnique({ where: { id: deliveryId }, select: { webhookId: true } }))?.webhookId,
  output: { webhookDelivery: entity('WebhookDelivery', 'The updated delivery.') },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, now, emit, unchanged }, { webhookId, deliveryId }) {
    if (webhookId === undefined) throw notFound('delivery', 'deliveryId');
    const webhook = await lockWebhook(tx, webhookId);
    const delivery = await tx.webhookDelivery.findUnique({ where: { id: deliveryId, webhookId } });
    if (!delivery) throw notFound('delivery of this webhook', 'deliveryId');
    if (delivery.status === 'waiting') return unchanged({ webhookDelivery: deliveryId });
    const isFinished = delivery.status !== 'pending';
    await tx.webhookDelivery.update({
      where: { id: deliveryId },
      data: {
        nextAttemptAt: now,
        ...(isFinished && { status: 'pending', tries: 0, finishedAt: null, redelivery: 'single' }),
      },
    });
    const pausedUntil = pauseAfterRequest(webhook, now);
    if (webhook.pausedUntil) await tx.webhook.update({ where: { id: webhookId }, data: { pausedUntil } });
    await scheduleDelivery(tx, webhookId, pausedUntil ?? now);
    const requested = { redelivery: 'single', deliveryCount: 1, since: null, until: null, ...noFilter } as const;
    emit('Webhook.Redelivery.Requested', webhookId, {
      webhook: webhookOf({ ...webhook, pausedUntil }, now),
      ...requested,
    });
    return { webhookDelivery: deliveryId };
  },
});

export const redeliverDeliveries = defineBulk(redeliverDelivery, {
  name: 'redeliverDeliveries',
  summary: 'Send many events to webhooks again, whatever the status of their deliveries.',
  words: { title: 'Send {items} again', button: 'Send {items} again', danger: null },
});
