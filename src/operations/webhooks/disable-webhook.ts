import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook, webhookParts } from '../../store/webhooks/webhook.ts';

export const disableWebhook = defineOperation({
  name: 'disableWebhook',
  summary: 'Disable a webhook whose endpoint is gone (410) or keeps failing.',
  permission: 'platform',
  record: 'webhookId',
  route: null,
  input: z.strictObject({
    webhookId: idSchema('webhook').describe('The webhook to disable.'),
    generation: z.int().describe('The generation to disable; a later one stays enabled.'),
    reason: z.enum(['gone', 'failing']).describe('Why it is disabled.'),
  }),
  output: { webhook: entity('Webhook', 'The updated webhook.') },
  always: ['Webhook.Disabled'],
  async run({ tx, now, emit, unchanged }, { webhookId, generation, reason }) {
    const before = await lockWebhook(tx, webhookId);
    if (!before.isEnabled || before.generation !== generation) return unchanged({ webhook: webhookId });
    const webhook = await tx.webhook.update({
      where: { id: webhookId },
      data: { isEnabled: false, disabledReason: reason },
      include: webhookParts,
    });
    emit('Webhook.Disabled', webhookId, { webhook: webhookOf(webhook, now) });
    return { webhook: webhookId };
  },
});
