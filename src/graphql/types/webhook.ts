import { signingPublicKeys } from '../../store/records/shapes.ts';
import { webhookParts } from '../../store/webhooks/records.ts';
import type { EventType as EventTypeName } from '../../vocabulary/events.ts';
import type { SubjectKind as SubjectKindName } from '../../vocabulary/kinds.ts';
import type { DisabledReason as Reason } from '../../vocabulary/resources.ts';
import { recordOf } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { EventType, SubjectKind } from './event.ts';
import { Node, versionMeaning } from './node.ts';

const DisabledReason = textEnum<Reason>('WebhookDisabledReason', 'Why a webhook is disabled.', {
  requested: 'Someone disabled it.',
  gone: 'Its endpoint answered that it is gone for good (410).',
  failing: 'Its endpoint did nothing but fail for five days.',
});

export const Webhook = builder.prismaObject('Webhook', {
  interfaces: [Node],
  select: { id: true },
  description: 'An address that is told of events. Needs the permission webhooks:read.',
  authScopes: recordOf('webhooks:read'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What people call it.' }),
    url: t.expose('url', { type: 'URL', description: 'The address that is told of events.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether it is told of events.' }),
    disabledReason: t.field({
      type: DisabledReason,
      nullable: true,
      select: { disabledReason: true },
      description: 'Why it is disabled; null while it is enabled.',
      resolve: ({ disabledReason }) => disabledReason as Reason | null,
    }),
    eventTypes: t.field({
      type: [EventType],
      select: { eventTypes: true },
      description: 'The types of event it is told of; all, when there is none.',
      resolve: ({ eventTypes }) => eventTypes as EventTypeName[],
    }),
    subjectKinds: t.field({
      type: [SubjectKind],
      select: { subjectKinds: true },
      description: 'The kinds of record it is told of; all, when there is none.',
      resolve: ({ subjectKinds }) => subjectKinds as SubjectKindName[],
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'The only organization it is told of, which may be gone by now; null: everything.',
    }),
    excludeActorIds: t.exposeIDList('excludeActorIds', {
      description: 'Users and applications whose doings it is not told of; they may be gone by now.',
    }),
    headerNames: t.exposeStringList('headerNames', {
      description: 'Names of the headers that go with every request. Their values are never shown.',
    }),
    selection: t.exposeString('selection', {
      nullable: true,
      description: 'GraphQL selection that shapes what is sent; null: the whole event.',
    }),
    orderingTimeoutSeconds: t.exposeInt('orderingTimeoutSeconds', {
      description: 'How long an event that cannot be delivered holds back later ones about the same record.',
    }),
    publicKeys: t.stringList({
      select: { secrets: webhookParts.secrets },
      description: 'What its v1a signatures are verified with (whpk_…), the newest first; none without a key pair.',
      resolve: ({ secrets }, _args, { clock }) => signingPublicKeys(secrets, clock.now()),
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when every attempt has failed; null when the last one succeeded.',
    }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Nothing is sent before this instant: the endpoint failed often, or asked for a pause. Null when it may be asked.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the webhook was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the webhook was last changed.' }),
    version: t.exposeInt('version', { description: versionMeaning }),
  }),
});
