import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook, webhookParts } from '../../store/webhooks.ts';

export const disableWebhook = defineOperation({
  name: 'disableWebhook',
  summary: 'Disable a webhook whose endpoint is gone or does nothing but fail.',
  permission: 'platform',
  subject: 'webhookId',
  route: null,
  input: z.strictObject({
    webhookId: idSchema.describe('The webhook to disable.'),
    beginnings: z
      .int()
      .describe('How often it had begun afresh when that was seen: it stays enabled if it did so since.'),
    reason: z.enum(['gone', 'failing']).describe('What its endpoint did.'),
  }),
  output: { webhook: entity('Webhook', 'The webhook as it is now.') },
  always: ['Webhook.Disabled'],
  async run({ tx, now, emit, unchanged }, { webhookId, beginnings, reason }) {
    const before = await lockWebhook(tx, webhookId);
    if (!before.isEnabled || before.beginnings !== beginnings) return unchanged({ webhook: webhookId });
    const webhook = await tx.webhook.update({
      where: { id: webhookId },
      data: { isEnabled: false, disabledReason: reason },
      include: webhookParts,
    });
    emit('Webhook.Disabled', webhookId, { webhook: webhookOf(webhook, now) });
    return { webhook: webhookId };
  },
});
