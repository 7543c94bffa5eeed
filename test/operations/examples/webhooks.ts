import { expect } from 'vitest';
import { longAgo } from '../../support/records/rows-of-records.ts';
import { example, type Examples } from './example.ts';

const settings = {
  name: 'Index',
  url: 'https://index.example/events?source=mandate',
  eventTypes: ['User.Created', 'User.Deleted'],
  subjectKinds: ['user'],
  orderingTimeoutSeconds: 60,
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
  redeliverDelivery: (w) => {
    const data = { redelivery: 'single', deliveryCount: 1 };
    const input = { webhookId: w.webhook, deliveryId: w.delivery };
    return example([['Webhook.Redelivery.Requested', w.webhook, data]], input, 'the same events');
  },
  redeliverFailedSince: (w) => {
    const data = {
      redelivery: 'failed',
      deliveryCount: 1,
      since: longAgo(w.n).toISOString(),
      eventTypes: [],
      subjectId: null,
    };
    const input = { webhookId: w.webhook, since: longAgo(w.n).toISOString() };
    return example([['Webhook.Redelivery.Requested', w.webhook, data]], input, 'nothing');
  },
  redeliverMissingSince: (w) => {
    const data = { redelivery: 'missing', deliveryCount: expect.any(Number) };
    const input = { webhookId: w.webhook, since: w.givenUpAt.toISOString(), perSecond: 100 };
    return example([['Webhook.Redelivery.Requested', w.webhook, data]], input, 'nothing');
  },
  backfillWebhook: (w) => {
    const range = { since: longAgo(w.n).toISOString(), until: longAgo(w.n + 1).toISOString() };
    const data = { redelivery: 'backfill', deliveryCount: 1, ...range };
    return example([['Webhook.Redelivery.Requested', w.webhook, data]], { webhookId: w.webhook, ...range }, 'nothing');
  },
  testWebhook: (w) => {
    const data = { eventType: 'User.Created', webhook: { id: w.webhook } };
    const input = { webhookId: w.webhook, eventType: 'User.Created' };
    return example([['Webhook.Tested', w.webhook, data]], input, 'the same events');
  },
  deleteWebhook: (w) =>
    example([['Webhook.Deleted', w.webhook, { webhook: { id: w.webhook } }]], { webhookId: w.webhook }, 'NOT_FOUND'),
};
