import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { pauseAfterRequest } from '../../domain/webhook-health.ts';
import { webhookSending } from '../../domain/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook } from '../../store/webhooks/records.ts';
import { scheduleDelivery } from '../../store/webhooks/redelivery.ts';

export const redeliverDelivery = defineOperation({
  name: 'redeliverDelivery',
  summary:
    'Send an event to a webhook again, whatever the outcome so far; its status then reflects the new attempt, so a delivered one can fail. One that is due for a retry is retried now, or within a second while the endpoint rests; one that waits for its turn continues to wait. A disabled webhook gets it once it is enabled.',
  permission: 'webhooks:write',
  subject: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    deliveryId: idSchema.describe('The delivery to make again.'),
  }),
  output: { webhookDelivery: entity('WebhookDelivery', 'The delivery as it is now.') },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, now, emit, unchanged }, { webhookId, deliveryId }) {
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
    const requested = { redelivery: 'single', deliveryCount: 1, since: null, until: null } as const;
    emit('Webhook.Redelivery.Requested', webhookId, {
      webhook: webhookOf({ ...webhook, pausedUntil }, now),
      ...requested,
    });
    return { webhookDelivery: deliveryId };
  },
});
