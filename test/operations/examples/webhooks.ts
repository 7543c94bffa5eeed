import { expect } from 'vitest';
import { example, type Examples } from './example.ts';

const settings = {
  name: 'Index',
  url: 'https://index.example/events?source=mandate',
  eventTypes: ['User.Created', 'User.Deleted'],
  subjectKinds: ['user'],
  holdBackSeconds: 60,
};

export const webhooks: Examples = {
  createWebhook: (w) => {
    const filters = { ...settings, organizationId: w.organization, excludeActorIds: [w.service, w.user] };
    const made = { headerNames: ['Authorization'], publicKeys: [expect.stringMatching(/^whpk_/)], isEnabled: true };
    const input = { ...filters, headers: { Authorization: 'Bearer of-the-receiver' }, hasKeyPair: true };
    return example([['Webhook.Created', null, { webhook: { ...filters, ...made } }]], input, 'the same events');
  },
  updateWebhook: (w) => {
    const filters = { ...settings, organizationId: w.organization, excludeActorIds: [w.service] };
    const webhook = { ...filters, headerNames: ['X-Key'] };
    const changed = [...Object.keys(filters), 'headers'];
    const input = { webhookId: w.webhook, ...filters, headers: { 'X-Key': 'of the receiver' } };
    return example(
      [['Webhook.Updated', w.webhook, { webhook, changed: expect.arrayContaining(changed) }]],
      input,
      'nothing',
    );
  },
  setWebhookEnabled: (w) => {
    const webhook = { isEnabled: false, disabledReason: 'requested' };
    return example(
      [['Webhook.Disabled', w.webhook, { webhook }]],
      { webhookId: w.webhook, isEnabled: false },
      'nothing',
    );
  },
  rotateWebhookSecret: (w) => {
    const data = { webhook: { id: w.webhook }, previousSecretExpiresAt: expect.any(String) };
    const input = { webhookId: w.webhook, overlapSeconds: 3600 };
    return example([['Webhook.Secret.Rotated', w.webhook, data]], input, 'the same events');
  },
  deleteWebhook: (w) =>
    example([['Webhook.Deleted', w.webhook, { webhook: { id: w.webhook } }]], { webhookId: w.webhook }, 'NOT_FOUND'),
};
