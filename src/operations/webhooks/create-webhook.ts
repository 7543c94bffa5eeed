import { z } from 'zod';
import { defaultOrderingTimeoutSeconds, webhookSettings } from '../../domain/webhooks/webhook-settings.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { webhookOf } from '../../store/records/shapes.ts';
import { sealHeaders } from '../../store/webhooks/headers.ts';
import {
  lockOrganizationKeyShare,
  requireActors,
  requireAddress,
  requireSelection,
} from '../../store/webhooks/input-checks.ts';
import { makeSigningSecret } from '../../store/webhooks/signing-secret.ts';
import { webhookParts } from '../../store/webhooks/webhook.ts';
import { webhookSecretText } from '../../vocabulary/field-facts.ts';

const settings = webhookSettings;

export const createWebhook = defineOperation({
  name: 'createWebhook',
  summary:
    'Create a webhook: an endpoint that receives new events, all or those that match its filter. The signing secret is returned only in this response.',
  words: {
    title: 'Create webhook',
    button: 'Create webhook',
    note: 'The signing secret is shown once, right after it is created.',
    danger: null,
  },
  permission: 'webhooks:write',
  recentSignIn: true,
  route: { method: 'POST', path: '/webhooks' },
  input: z.strictObject({
    name: settings.name,
    url: settings.url,
    eventTypes: settings.eventTypes.default([]),
    subjectKinds: settings.subjectKinds.default([]),
    organizationId: settings.organizationId.nullish(),
    excludeActorIds: settings.excludeActorIds.default([]),
    headers: settings.headers.default({}),
    selection: settings.selection.nullish(),
    orderingTimeoutSeconds: settings.orderingTimeoutSeconds.default(defaultOrderingTimeoutSeconds),
    hasKeyPair: settings.hasKeyPair.default(false),
  }),
  output: {
    webhook: entity('Webhook', 'The new webhook.'),
    secret: webhookSecretText.describe('Secret to verify its v1 signatures with, `whsec_…`.'),
  },
  always: ['Webhook.Created'],
  async prepare(services, { url, headers, hasKeyPair, selection }) {
    await requireAddress(services.addressProblem, url);
    await requireSelection(services.selectionProblems, selection);
    const schemes = hasKeyPair ? (['v1', 'v1a'] as const) : (['v1'] as const);
    const secrets = schemes.map((scheme) => makeSigningSecret(services, scheme));
    return { secrets, headers: sealHeaders(services.secretBox, headers) };
  },
  async run({ tx, ids, now, emit }, { headers: _sealed, ...input }, { secrets, headers }) {
    const organizationId = input.organizationId ?? null;
    await lockOrganizationKeyShare(tx, organizationId);
    await requireActors(tx, input.excludeActorIds);
    const data = { ...input, organizationId, selection: input.selection ?? null, ...headers, id: ids.next('webhook') };
    const webhook = await tx.webhook.create({
      data: { ...data, secrets: { create: secrets.map(({ row }) => row) } },
      include: webhookParts,
    });
    emit('Webhook.Created', webhook.id, { webhook: webhookOf(webhook, now) });
    return { webhook: webhook.id, secret: secrets[0]?.secret ?? '' };
  },
});
