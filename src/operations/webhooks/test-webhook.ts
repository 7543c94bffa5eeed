import { z } from 'zod';
import { webhookSending } from '../../domain/webhook-sending.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook } from '../../store/webhooks/records.ts';
import { eventTypes } from '../../vocabulary/events.ts';
import { attemptFailures } from '../../vocabulary/resources.ts';

export const testWebhook = defineOperation({
  name: 'testWebhook',
  summary:
    'Send a realistic example of an event to a webhook, now and once, whatever it asks for, and answer with what its endpoint said. A dry run sends nothing.',
  permission: 'webhooks:write',
  route: { method: 'POST', path: '/webhooks/:webhookId/test' },
  input: z.strictObject({
    webhookId: webhookSending.webhookId,
    eventType: z.enum(eventTypes).describe('What the example is to tell of.'),
  }),
  output: {
    webhook: entity('Webhook', 'The webhook as it is now.'),
    status: z.int().nullable().describe('HTTP status of the answer; null when there was none.'),
    failure: z.enum(attemptFailures).nullable().describe('Where it failed; null when it did not.'),
    error: z.string().nullable().describe('What went wrong, in words.'),
    answer: z.string().nullable().describe('The first 4 KB of the answer; null when there was none.'),
    durationMs: z.int().nullable().describe('How long it took, in milliseconds; null in a dry run.'),
  },
  always: ['Webhook.Tested'],
  prepare: ({ sendTestEvent }, { webhookId, eventType }) => sendTestEvent(webhookId, eventType),
  async run({ tx, now, emit }, { webhookId, eventType }, told) {
    const webhook = webhookOf(await lockWebhook(tx, webhookId), now);
    const { status, failure, error, answer, durationMs } = told ?? untold;
    emit('Webhook.Tested', webhookId, { webhook, eventType, status, failure });
    return { webhook: webhookId, status, failure, error, answer, durationMs };
  },
});

const untold = { status: null, failure: null, error: null, answer: null, durationMs: null };
