import { z } from 'zod';
import { badUserInput } from '../../domain/failure.ts';
import { defaultPerSecond, noFilter, webhookSending } from '../../domain/webhooks/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { scheduleResends, sendMissing } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { count } from '../../vocabulary/field-facts.ts';

export const backfillWebhook = defineOperation({
  name: 'backfillWebhook',
  summary:
    'Send a webhook the events of a time range that match its filter and have no delivery yet, including events from before its creation. One call sends the oldest 10,000; another call sends the next ones. Delivery records are kept for 30 days, so older events can be sent again. The messages have no sequence.',
  words: {
    title: 'Send earlier events to {webhookId}',
    button: 'Send events',
    note: 'Each time, the oldest ten thousand are sent; do it again for the next ones.',
    danger: null,
  },
  permission: 'webhooks:write',
  record: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/backfill' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since,
    until: webhookSending.until.nullish().describe('Only events before this time; if omitted, before now.'),
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    deliveryCount: count.describe('Number of events to send. A disabled webhook receives them when it is enabled.'),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, ids, now, emit, unchanged }, { webhookId, perSecond, ...times }) {
    const webhook = await lockWebhook(tx, webhookId);
    const range = { since: new Date(times.since), until: times.until ? new Date(times.until) : now };
    if (range.until <= range.since) throw badUserInput('Must be later than `since`.', 'until');
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
      ...noFilter,
    });
    return { webhook: webhookId, deliveryCount };
  },
});
