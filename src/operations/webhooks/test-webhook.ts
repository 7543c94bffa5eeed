import { z } from 'zod';
import { webhookSending } from '../../domain/webhooks/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { eventTypes } from '../../vocabulary/events.ts';
import { attemptFailures } from '../../vocabulary/records/delivery-shapes.ts';
import { field } from '../../vocabulary/shape-parts.ts';

export const testWebhook = defineOperation({
  name: 'testWebhook',
  summary:
    'Send a realistic test event to a webhook once, regardless of its filter, and return the response of the endpoint. A dry run sends nothing.',
  words: {
    title: 'Send a test event to {webhookId}',
    button: 'Send test event',
    note: 'It is sent when you press the button, not before.',
    danger: null,
  },
  permission: 'webhooks:write',
  route: { method: 'POST', path: '/webhooks/:webhookId/test' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    eventType: z.enum(eventTypes).describe('Type of the test event.'),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    status: field(z.int().nullable(), 'HTTP status of the response; null if there was none.', 204),
    failure: field(z.enum(attemptFailures).nullable(), 'Where the attempt failed; null if it succeeded.', null),
    error: field(z.string().nullable(), 'Error message; null if the attempt succeeded.', null),
    responseBody: field(z.string().nullable(), 'First 4 KB of the response body; null if there was no response.', ''),
    durationMs: field(z.int().nullable(), 'Duration in milliseconds; null in a dry run.', 38),
  },
  always: ['Webhook.Tested'],
  prepare: ({ sendTestEvent }, { webhookId, eventType }) => sendTestEvent(webhookId, eventType),
  async run({ tx, now, emit }, { webhookId, eventType }, result) {
    const webhook = webhookOf(await lockWebhook(tx, webhookId), now);
    const { status, failure, error, responseBody, durationMs } = result ?? notSent;
    emit('Webhook.Tested', webhookId, { webhook, eventType, status, failure });
    return { webhook: webhookId, status, failure, error, responseBody, durationMs };
  },
});

const notSent = { status: null, failure: null, error: null, responseBody: null, durationMs: null };
