import { z } from 'zod';
import { badUserInput } from '../../domain/failure.ts';
import { defaultPerSecond, webhookSending } from '../../domain/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { scheduleResends, sendMissing } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/records.ts';

export const backfillWebhook = defineOperation({
  name: 'backfillWebhook',
  summary:
    'Send a webhook the events of a range of time, also from before its creation, that it asks for and of which no delivery is known: at most 10,000, the oldest. What was delivered is known for 30 days, so older events may come again. They have no sequence. Another call sends the next ones.',
  permission: 'webhooks:write',
  subject: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/backfill' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since,
    until: webhookSending.until.nullish().describe('Before this instant; up to now, when left out.'),
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The webhook as it is now.'),
    deliveryCount: z.int().describe('How many events are sent: to a disabled webhook, once it is enabled.'),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, ids, now, emit, unchanged }, { webhookId, perSecond, ...given }) {
    const webhook = await lockWebhook(tx, webhookId);
    const range = { since: new Date(given.since), until: given.until ? new Date(given.until) : now };
    if (range.until <= range.since) throw badUserInput('This is not after the beginning.', 'until');
    const sending = { webhookId, redelivery: 'backfill', perSecond, now } as const;
    const deliveryCount = await sendMissing(tx, sending, range, { ids, begins: 0 });
    if (!deliveryCount) return unchanged({ webhook: webhookId, deliveryCount });
    await scheduleResends(tx, sending);
    emit('Webhook.Redelivery.Requested', webhookId, {
      webhook: webhookOf(webhook, now),
      redelivery: 'backfill',
      deliveryCount,
      since: range.since.toISOString(),
      until: range.until.toISOString(),
    });
    return { webhook: webhookId, deliveryCount };
  },
});
