import { signingPublicKeys } from '../../store/records/shapes.ts';
import { webhookParts } from '../../store/webhooks/records.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import type { SubjectKind as SubjectKindName } from '../../vocabulary/kinds.ts';
import type { DisabledReason as Reason } from '../../vocabulary/resources.ts';
import { readableWith } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { EventType, SubjectKind } from './event.ts';
import { Named, Node, versionMeaning } from './node.ts';

const DisabledReason = textEnum<Reason>('WebhookDisabledReason', 'Why a webhook is disabled.', {
  requested: 'It was disabled with `setWebhookEnabled`.',
  gone: 'The endpoint answered 410 Gone.',
  failing: 'Every attempt failed for five days.',
});

export const Webhook = builder.prismaObject('Webhook', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'An endpoint that receives events. Requires the permission webhooks:read.',
  authScopes: readableWith('webhooks:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name.' }),
    url: t.expose('url', { type: 'URL', description: 'URL of the endpoint.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether the webhook is enabled.' }),
    disabledReason: t.field({
      type: DisabledReason,
      nullable: true,
      select: { disabledReason: true },
      description: 'Why the webhook is disabled; null if it is enabled.',
      resolve: ({ disabledReason }) => disabledReason as Reason | null,
    }),
    eventTypes: t.field({
      type: [EventType],
      select: { eventTypes: true },
      description: 'Only events of these types are sent; all if empty.',
      resolve: ({ eventTypes }) => eventTypes as EventTypeName[],
    }),
    subjectKinds: t.field({
      type: [SubjectKind],
      select: { subjectKinds: true },
      description: 'Only events about these kinds of record are sent; all if empty.',
      resolve: ({ subjectKinds }) => subjectKinds as SubjectKindName[],
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Only events of this organization, which may have been deleted, are sent; all if null.',
    }),
    excludeActorIds: t.exposeIDList('excludeActorIds', {
      description: 'Events caused by these users and applications, which may have been deleted, are not sent.',
    }),
    headerNames: t.exposeStringList('headerNames', {
      description: 'Names of the custom headers of each request. Their values are never returned.',
    }),
    selection: t.exposeString('selection', {
      nullable: true,
      description: 'GraphQL selection of the data that is sent; the whole event if null.',
    }),
    orderingTimeoutSeconds: t.exposeInt('orderingTimeoutSeconds', {
      description: 'Seconds for which a failing delivery blocks later events about the same record.',
    }),
    publicKeys: t.stringList({
      select: { secrets: webhookParts.secrets },
      description: 'Public keys that verify its v1a signatures (`whpk_…`), newest first; empty without a key pair.',
      resolve: ({ secrets }, _args, { clock }) => signingPublicKeys(secrets, clock.now()),
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which every attempt has failed; null if the last one succeeded.',
    }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'No request is sent before this time, because the endpoint failed repeatedly or requested a pause; null if sending is not paused.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});
