import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { newGeneration, lockWebhook, webhookParts } from '../../store/webhooks/webhook.ts';

export const setWebhookEnabled = defineOperation({
  name: 'setWebhookEnabled',
  summary:
    'Disable a webhook, or enable it. Events that happen while it is disabled are not sent. Deliveries that were pending continue when it is enabled.',
  words: {
    title: 'Enable or disable {webhookId}',
    button: 'Enable or disable',
    danger: null,
    when: {
      field: 'isEnabled',
      values: {
        true: {
          title: 'Enable {webhookId}',
          button: 'Enable {webhookId}',
          note: 'Deliveries that were pending continue. Events that happened meanwhile are not sent.',
          danger: null,
        },
        false: {
          title: 'Disable {webhookId}',
          button: 'Disable {webhookId}',
          danger: 'Events that happen while it is disabled are not sent.',
        },
      },
    },
  },
  permission: 'webhooks:write',
  record: 'webhookId',
  route: { method: 'PATCH', path: '/webhooks/:webhookId/is-enabled' },
  input: z.strictObject({
    webhookId: idSchema('webhook').describe('The webhook to enable or disable.'),
    isEnabled: z.boolean().describe('`true` enables, `false` disables.'),
  }),
  output: { webhook: entity('Webhook', 'The updated webhook.') },
  always: [],
  sometimes: ['Webhook.Enabled', 'Webhook.Disabled'],
  async run({ tx, now, emit, unchanged }, { webhookId, isEnabled }) {
    const before = await lockWebhook(tx, webhookId);
    if (before.isEnabled === isEnabled) return unchanged({ webhook: webhookId });
    const webhook = await tx.webhook.update({
      where: { id: webhookId },
      data: isEnabled
        ? { isEnabled, disabledReason: null, ...newGeneration(now) }
        : { isEnabled, disabledReason: 'requested' },
      include: webhookParts,
    });
    emit(isEnabled ? 'Webhook.Enabled' : 'Webhook.Disabled', webhookId, { webhook: webhookOf(webhook, now) });
    return { webhook: webhookId };
  },
});
