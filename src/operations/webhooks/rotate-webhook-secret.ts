import { z } from 'zod';
import { conflict } from '../../domain/failure.ts';
import { recordId } from '../../domain/text.ts';
import { webhookSettings } from '../../domain/webhooks/webhook-settings.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { makeSigningSecret } from '../../store/webhooks/signing-secret.ts';
import { findWebhook, lockWebhook } from '../../store/webhooks/webhook.ts';
import { fieldFacts, webhookSecretText } from '../../vocabulary/field-facts.ts';
import { exampleTimes, field } from '../../vocabulary/shape-parts.ts';

/** Seconds. */
const day = 86_400;
/** Secrets of one scheme that sign at the same time. Each adds a signature to every message. */
const maxSigning = 5;

export const rotateWebhookSecret = defineOperation({
  name: 'rotateWebhookSecret',
  summary:
    'Rotate the signing secret of a webhook, and its key pair if it has one. The previous ones also sign until the overlap ends. The secret is returned only in this response.',
  words: {
    title: 'Rotate the secret of {webhookId}',
    button: 'Rotate secret',
    danger: 'The previous secret stops signing when the overlap ends: give the new one to the receiver before.',
  },
  permission: 'webhooks:write',
  recentSignIn: true,
  record: 'webhookId',
  route: { method: 'POST', path: '/webhooks/:webhookId/secret/rotate' },
  input: z.strictObject({
    webhookId: recordId('webhook'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(7 * day)
      .default(day)
      .describe('Seconds for which the previous secret also signs; 0 if it must no longer be used.')
      .register(fieldFacts, {
        widget: 'duration',
        description: 'For so long, the previous secret also signs; 0 if it must no longer be used.',
      }),
    hasKeyPair: webhookSettings.hasKeyPair
      .optional()
      .describe('Whether to also sign with an Ed25519 key pair (v1a); if omitted, as before.'),
  }),
  output: {
    webhook: entity('Webhook', 'The updated webhook.'),
    secret: webhookSecretText.describe('New secret to verify its v1 signatures with, `whsec_…`.'),
    previousSecretExpiresAt: field(z.iso.datetime(), 'When the previous secret stops signing.', exampleTimes.later),
  },
  always: ['Webhook.Secret.Rotated'],
  prepare: (services) =>
    Promise.resolve({ shared: makeSigningSecret(services, 'v1'), keyPair: makeSigningSecret(services, 'v1a') }),
  async run({ tx, now, emit }, { webhookId, overlapSeconds, hasKeyPair: choice }, { shared, keyPair }) {
    const before = await lockWebhook(tx, webhookId);
    const hasKeyPair = choice ?? before.hasKeyPair;
    const expiresAt = new Date(now.getTime() + overlapSeconds * 1000);
    const ends = { OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] };
    await tx.webhookSecret.updateMany({ where: { webhookId, ...ends }, data: { expiresAt } });
    await tx.webhookSecret.deleteMany({ where: { webhookId, expiresAt: { lte: now } } });
    const previous = await tx.webhookSecret.findMany({ where: { webhookId }, select: { scheme: true } });
    if (previous.filter(({ scheme }) => scheme === 'v1').length >= maxSigning) {
      throw conflict('Too many previous secrets still sign. Wait, or rotate with an overlap of 0.', 'webhookId');
    }
    const secrets = hasKeyPair ? [shared, keyPair] : [shared];
    if (hasKeyPair !== before.hasKeyPair) await tx.webhook.update({ where: { id: webhookId }, data: { hasKeyPair } });
    await tx.webhookSecret.createMany({ data: secrets.map(({ row }) => ({ ...row, webhookId })) });
    const webhook = webhookOf(await findWebhook(tx, webhookId), now);
    const previousSecretExpiresAt = expiresAt.toISOString();
    emit('Webhook.Secret.Rotated', webhookId, { webhook, previousSecretExpiresAt });
    return { webhook: webhookId, secret: shared.secret, previousSecretExpiresAt };
  },
});
