import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { idSchema } from '../../domain/text.ts';
import { webhookSettings } from '../../domain/webhooks/webhook-settings.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { holdsHeaders, requireHeadersOfUrl, sealedHeadersOf, sealHeaders } from '../../store/webhooks/headers.ts';
import {
  lockOrganizationKeyShare,
  requireActors,
  requireAddress,
  requireSelection,
} from '../../store/webhooks/input-checks.ts';
import { newGeneration, lockWebhook, webhookParts } from '../../store/webhooks/webhook.ts';
import { webhookOf } from '../../store/records/shapes.ts';

const settings = webhookSettings;

export const updateWebhook = defineOperation({
  name: 'updateWebhook',
  summary:
    'Update the settings of a webhook. Omitted fields keep their values; lists and headers are replaced. A new URL resets the health of the endpoint; headers must be given again with it.',
  words: {
    title: 'Edit {webhookId}',
    button: 'Save changes',
    note: 'With a new URL, its headers must be typed again.',
    danger: null,
  },
  permission: 'webhooks:write',
  recentSignIn: ['url', 'headers'],
  record: 'webhookId',
  route: { method: 'PATCH', path: '/webhooks/:webhookId' },
  input: z.strictObject({
    webhookId: idSchema('webhook').describe('The webhook to update.'),
    name: settings.name.optional(),
    url: settings.url.optional(),
    eventTypes: settings.eventTypes.optional(),
    subjectKinds: settings.subjectKinds.optional(),
    organizationId: settings.organizationId.nullish(),
    excludeActorIds: settings.excludeActorIds.optional(),
    headers: settings.headers.optional(),
    selection: settings.selection.nullish(),
    orderingTimeoutSeconds: settings.orderingTimeoutSeconds.optional(),
  }),
  output: { webhook: entity('Webhook', 'The updated webhook.') },
  always: ['Webhook.Updated'],
  async prepare({ secretBox, addressProblem, selectionProblems }, { url, headers, selection }) {
    await requireAddress(addressProblem, url);
    await requireSelection(selectionProblems, selection);
    return {
      headers: headers && sealHeaders(secretBox, headers),
      isUnchanged: (sealed: Uint8Array | null) => holdsHeaders(secretBox, sealed, headers),
    };
  },
  async run({ tx, now, emit, unchanged }, { webhookId, headers: _sealed, ...values }, { headers, isUnchanged }) {
    const before = await lockWebhook(tx, webhookId);
    const changes = changesTo(before, values);
    await lockOrganizationKeyShare(tx, changes.organizationId);
    await requireActors(tx, changes.excludeActorIds ?? []);
    const sealed = headers || changes.url !== undefined ? await sealedHeadersOf(tx, webhookId) : null;
    requireHeadersOfUrl(sealed, changes.url, headers !== undefined);
    const newHeaders = headers && !isUnchanged(sealed) ? headers : undefined;
    const changed = [...Object.keys(changes), ...(newHeaders ? ['headers'] : [])];
    if (!changed.length) return unchanged({ webhook: webhookId });
    const webhook = await tx.webhook.update({
      where: { id: webhookId },
      data: { ...changes, ...newHeaders, ...(changes.url !== undefined && newGeneration(now)) },
      include: webhookParts,
    });
    emit('Webhook.Updated', webhookId, {
      webhook: webhookOf(webhook, now),
      ...changeOf(webhookOf(before, now), changed),
    });
    return { webhook: webhookId };
  },
});
