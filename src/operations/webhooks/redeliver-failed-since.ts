import { z } from 'zod';
import { defaultPerSecond, webhookSending } from '../../domain/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { resendFailed, scheduleResends } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/records.ts';

export const redeliverFailedSince = defineOperation({
  name: 'redeliverFailedSince',
  summary:
    'Repeat the deliveries to a webhook that failed since a given time. One call repeats the oldest 10,000; another call repeats the next ones.',
  permission: 'webhooks:write',
  subject: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/redeliver-failed' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since,
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    deliveryCount: z
      .int()
      .describe('Number of events to send again. A disabled webhook receives them when it is enabled.'),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, now, emit, unchanged }, { webhookId, since, perSecond }) {
    const webhook = await lockWebhook(tx, webhookId);
    const sending = { webhookId, redelivery: 'failed', perSecond, now } as const;
    const from = new Date(since);
    const deliveryCount = await resendFailed(tx, sending, from);
    if (!deliveryCount) return unchanged({ webhook: webhookId, deliveryCount });
    await scheduleResends(tx, sending);
    const requested = { redelivery: 'failed', deliveryCount, since: from.toISOString(), until: null } as const;
    emit('Webhook.Redelivery.Requested', webhookId, { webhook: webhookOf(webhook, now), ...requested });
    return { webhook: webhookId, deliveryCount };
  },
});
