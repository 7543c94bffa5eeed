import { z } from 'zod';
import { badUserInput } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defaultPerSecond, webhookSending } from '../../domain/webhooks/webhook-sending.ts';
import { subjectKindOf } from '../../reads/event-filter.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { resendFailed, scheduleResends } from '../../store/webhooks/redelivery.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { eventTypes as allTypes } from '../../vocabulary/events.ts';
import { count } from '../../vocabulary/field-facts.ts';
import { subjectKinds } from '../../vocabulary/kinds.ts';

export const redeliverFailedSince = defineOperation({
  name: 'redeliverFailedSince',
  summary:
    'Repeat the deliveries to a webhook that failed since a given time. One call repeats the oldest 10,000; another call repeats the next ones.',
  words: {
    title: 'Send failed events to {webhookId} again',
    button: 'Send again',
    note: 'Each time, the oldest ten thousand are sent again; do it again for the next ones.',
    danger: null,
  },
  permission: 'webhooks:write',
  record: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/redeliver-failed' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    since: webhookSending.since.describe('Only deliveries that failed at this time or later.'),
    until: webhookSending.until.nullish().describe('Only deliveries that failed before this time.'),
    eventTypes: z
      .array(z.enum(allTypes))
      .max(allTypes.length)
      .default([])
      .describe('Only deliveries of events of these types; if empty, of all types.'),
    subjectId: idSchema(...subjectKinds)
      .nullish()
      .describe('Only deliveries of events about this record, which may have been deleted.'),
    perSecond: webhookSending.perSecond.default(defaultPerSecond),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    deliveryCount: count.describe(
      'Number of events to send again. A disabled webhook receives them when it is enabled.',
    ),
  },
  always: ['Webhook.Redelivery.Requested'],
  async run({ tx, now, emit, unchanged }, { webhookId, perSecond, eventTypes, subjectId = null, ...times }) {
    const webhook = await lockWebhook(tx, webhookId);
    const sending = { webhookId, redelivery: 'failed', perSecond, now } as const;
    const since = new Date(times.since);
    const until = times.until ? new Date(times.until) : undefined;
    if (until && until <= since) throw badUserInput('Must be later than `since`.', 'until');
    const subject = subjectId === null ? undefined : { kind: subjectKindOf(subjectId) ?? '', id: subjectId };
    const deliveryCount = await resendFailed(tx, sending, { since, until, eventTypes, subject });
    if (!deliveryCount) return unchanged({ webhook: webhookId, deliveryCount });
    await scheduleResends(tx, sending);
    emit('Webhook.Redelivery.Requested', webhookId, {
      webhook: webhookOf(webhook, now),
      redelivery: 'failed',
      deliveryCount,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      eventTypes,
      subjectId,
    });
    return { webhook: webhookId, deliveryCount };
  },
});
