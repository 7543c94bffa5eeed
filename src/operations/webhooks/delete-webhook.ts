import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { lockWebhook } from '../../store/webhooks/webhook.ts';
import { deletedIdOf } from '../../vocabulary/ids.ts';

export const deleteWebhook = defineOperation({
  name: 'deleteWebhook',
  summary: 'Delete a webhook, its pending deliveries and its delivery log.',
  words: {
    title: 'Delete {webhookId}',
    button: 'Delete {webhookId}',
    danger: 'Nothing is sent any more, and its deliveries are deleted. There is no way back.',
  },
  permission: 'webhooks:write',
  recentSignIn: true,
  record: 'webhookId',
  route: { method: 'DELETE', path: '/webhooks/:webhookId' },
  input: z.strictObject({ webhookId: idSchema('webhook').describe('The webhook to delete.') }),
  output: { deletedWebhookId: deletedIdOf('webhook') },
  always: ['Webhook.Deleted'],
  async run({ tx, now, emit }, { webhookId }) {
    const webhook = await lockWebhook(tx, webhookId);
    await tx.webhook.delete({ where: { id: webhookId } });
    emit('Webhook.Deleted', webhookId, { webhook: webhookOf(webhook, now) });
    return { deletedWebhookId: webhookId };
  },
});
