import { z } from 'zod';
import { conflict } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { webhookSettings } from '../../domain/webhook-settings.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { findWebhook, lockWebhook, makeSecret } from '../../store/webhooks/records.ts';

const day = 86_400;
/** Secrets of one scheme that sign at the same time: each is one more signature in every message. */
const maxSigning = 5;

export const rotateWebhookSecret = defineOperation({
  name: 'rotateWebhookSecret',
  summary:
    'Give a webhook a new signing secret, and a new key pair when it has one or is to have one. The previous ones sign beside them for a while. The secret is shown in this answer and never again.',
  permission: 'webhooks:write',
  subject: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/secret/rotate' },
  input: z.strictObject({
    webhookId: idSchema.describe('The webhook that gets a new secret.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(7 * day)
      .default(day)
      .describe('Seconds for which the previous secret signs as well; 0 when it must not be used any more.'),
    hasKeyPair: webhookSettings.hasKeyPair
      .optional()
      .describe('Whether it signs with an Ed25519 key pair (v1a) as well from now on; as before, when left out.'),
  }),
  output: {
    webhook: entity('Webhook', 'The webhook as it is now.'),
    secret: z.string().describe('The new secret that its v1 signatures are verified with, whsec_….'),
    previousSecretExpiresAt: z.iso.datetime().describe('When the previous secret stops signing.'),
  },
  always: ['Webhook.Secret.Rotated'],
  prepare: (services) => Promise.resolve({ shared: makeSecret(services, 'v1'), keyPair: makeSecret(services, 'v1a') }),
  async run({ tx, now, emit }, { webhookId, overlapSeconds, hasKeyPair: wanted }, { shared, keyPair }) {
    const before = await lockWebhook(tx, webhookId);
    const hasKeyPair = wanted ?? before.hasKeyPair;
    const expiresAt = new Date(now.getTime() + overlapSeconds * 1000);
    const ends = { OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] };
    await tx.webhookSecret.updateMany({ where: { webhookId, ...ends }, data: { expiresAt } });
    await tx.webhookSecret.deleteMany({ where: { webhookId, expiresAt: { lte: now } } });
    const previous = await tx.webhookSecret.findMany({ where: { webhookId }, select: { scheme: true } });
    if (previous.filter(({ scheme }) => scheme === 'v1').length >= maxSigning) {
      throw conflict('Too many previous secrets still sign: wait, or rotate with an overlap of 0.', 'webhookId');
    }
    const made = hasKeyPair ? [shared, keyPair] : [shared];
    if (hasKeyPair !== before.hasKeyPair) await tx.webhook.update({ where: { id: webhookId }, data: { hasKeyPair } });
    await tx.webhookSecret.createMany({ data: made.map(({ row }) => ({ ...row, webhookId })) });
    const webhook = webhookOf(await findWebhook(tx, webhookId), now);
    const previousSecretExpiresAt = expiresAt.toISOString();
    emit('Webhook.Secret.Rotated', webhookId, { webhook, previousSecretExpiresAt });
    return { webhook: webhookId, secret: shared.secret, previousSecretExpiresAt };
  },
});
