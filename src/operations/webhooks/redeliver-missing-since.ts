import { z } from 'zod';
import { defaultPerSecond, requireKnown, webhookSending } from '../../domain/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { resendFailed, scheduleResends, sendMissing } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/records.ts';

export const redeliverMissingSince = defineOperation({
  name: 'redeliverMissingSince',
  summary:
    'Send a webhook everything since an instant that it asks for and did not get: what was given up, and what happened while it was disabled; nothing from before its creation. At most 10,000 events of each, the oldest.',
  permission: 'webhooks:write',
  subject: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/redeliver-missing' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since.describe(
      'From this instant on, at most 30 days ago: what was delivered before that is not known any more. Other operations reach farther back: redeliverFailedSince, and backfillWebhook for a range of time.',
    ),
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The webhook as it is now.'),
    deliveryCount: z.int().describe('How many events are sent: to a disabled webhook, once it is enabled.'),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, ids, now, emit, unchanged }, { webhookId, since, perSecond }) {
    const from = new Date(since);
    requireKnown(from, now);
    const webhook = await lockWebhook(tx, webhookId);
    const sending = { webhookId, redelivery: 'missing', perSecond, now } as const;
    const failed = await resendFailed(tx, sending, from);
    const missing = await sendMissing(tx, sending, { since: from, until: now }, { ids, begins: failed });
    const deliveryCount = failed + missing;
    if (!deliveryCount) return unchanged({ webhook: webhookId, deliveryCount });
    await scheduleResends(tx, sending);
    const requested = { redelivery: 'missing', deliveryCount, since: from.toISOString(), until: null } as const;
    emit('Webhook.Redelivery.Requested', webhookId, { webhook: webhookOf(webhook, now), ...requested });
    return { webhook: webhookId, deliveryCount };
  },
});
