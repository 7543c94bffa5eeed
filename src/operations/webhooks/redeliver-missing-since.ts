import { z } from 'zod';
import { pauseAfterRequest } from '../../domain/webhooks/webhook-health.ts';
import { defaultPerSecond, noFilter, requireRetained, webhookSending } from '../../domain/webhooks/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { hastenRetries, resendFailed, scheduleResends, sendMissing } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { count } from '../../vocabulary/field-facts.ts';
import { examples } from '../../vocabulary/shape-parts.ts';

export const redeliverMissingSince = defineOperation({
  name: 'redeliverMissingSince',
  summary:
    'Send a webhook all events since a given time that match its filter and that it did not receive: failed deliveries, those that wait for a retry, which are attempted now, and events that happened while it was disabled. Events from before its creation are not sent. One call sends the oldest 10,000 of each.',
  words: {
    title: 'Send missing events to {webhookId}',
    button: 'Send events',
    note: 'Failed ones, those that wait for a retry, and those that happened while it was disabled. Each time, the oldest ten thousand of each are sent.',
    danger: null,
  },
  permission: 'webhooks:write',
  record: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/redeliver-missing' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since
      .describe(
        'Only events at this time or later, at most 30 days ago; older delivery records are pruned. redeliverFailedSince and backfillWebhook reach further back.',
      )
      .register(examples, { example: '2027-01-31T12:00:00.000Z' }),
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    deliveryCount: count.describe('Number of events to send. A disabled webhook receives them when it is enabled.'),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, ids, now, emit, unchanged }, { webhookId, since, perSecond }) {
    const from = new Date(since);
    requireRetained(from, now);
    const webhook = await lockWebhook(tx, webhookId);
    const sending = { webhookId, redelivery: 'missing', perSecond, now } as const;
    const pausedUntil = pauseAfterRequest(webhook, now);
    const endsPause = pausedUntil !== webhook.pausedUntil;
    const retried = await hastenRetries(tx, sending, { since: from, endsPause });
    const failed = await resendFailed(tx, sending, { since: from });
    const missing = await sendMissing(tx, sending, { since: from, until: now }, { ids, begins: failed });
    const deliveryCount = retried + failed + missing;
    if (!deliveryCount) return unchanged({ webhook: webhookId, deliveryCount });
    if (endsPause) await tx.webhook.update({ where: { id: webhookId }, data: { pausedUntil } });
    await scheduleResends(tx, sending);
    const requested = {
      redelivery: 'missing',
      deliveryCount,
      since: from.toISOString(),
      until: null,
      ...noFilter,
    } as const;
    emit('Webhook.Redelivery.Requested', webhookId, {
      webhook: webhookOf({ ...webhook, pausedUntil }, now),
      ...requested,
    });
    return { webhook: webhookId, deliveryCount };
  },
});
