import { messageExampleOf } from '../../../domain/events/message-example.ts';
import { operations } from '../../../operations/index.ts';
import { dataSchema } from '../../../vocabulary/catalog/event-schemas.ts';
import type { EventFamily } from '../../../vocabulary/event-parts.ts';
import { type EventType as EventTypeName, events, eventTypes } from '../../../vocabulary/events.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { EventType, SubjectKind } from './event.ts';

const Family = textEnum<EventFamily>('EventFamily', 'Family of an event type.', {
  interaction: 'Interactions of users with the sign-in pages.',
  mutation: 'Changes of records.',
  exception: 'Possible attacks.',
});

const EventTypeInfo = builder.objectRef<EventTypeName>('EventTypeInfo').implement({
  description: 'An event type of the catalog.',
  fields: (t) => ({
    type: t.field({ type: EventType, resolve: (type) => type }),
    typeName: t.string({
      description: 'Name of the type in webhook messages, for example `User.Created`.',
      resolve: (type) => type,
    }),
    family: t.field({ type: Family, description: 'Family of the type.', resolve: (type) => events[type].family }),
    subjectKind: t.field({
      type: SubjectKind,
      description: 'Kind of record that the events are about.',
      resolve: (type) => events[type].subject,
    }),
    description: t.string({
      description: 'Description of the type: when it is emitted.',
      resolve: (type) => events[type].description,
    }),
    dataSchema: t.field({
      // A JSON Schema is an object or a boolean (JSON Schema Core §4.3).
      type: 'JSON',
      description: 'JSON Schema (draft 2020-12) of `data`. New versions only add members.',
      resolve: dataSchema,
    }),
    example: t.field({
      type: 'JSONObject',
      description:
        'Example of a message with an event of the type, as webhooks without a `selection` receive it. No record has its ids.',
      resolve: (type) => messageExampleOf(type, operationOf(type)),
    }),
  }),
});

/** An operation that emits events of a type: one that always does, if there is one. */
function operationOf(type: EventTypeName): string {
  const emitting =
    operations.find(({ always }) => always.includes(type)) ??
    operations.find(({ sometimes }) => sometimes.includes(type));
  return emitting?.name ?? '';
}

builder.queryField('eventTypes', (t) =>
  t.field({
    type: [EventTypeInfo],
    nullable: true,
    authScopes: { signedIn: true },
    description: 'All event types. Requires an access token, but no permission.',
    resolve: () => eventTypes,
  }),
);
