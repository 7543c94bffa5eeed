import { dataSchema } from '../../vocabulary/event-schemas.ts';
import {
  emittedWhen,
  type EventFamily,
  type EventType as EventTypeName,
  events,
  eventTypes,
  notEmittedYet,
} from '../../vocabulary/events.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { EventType, SubjectKind } from './event.ts';

const Family = textEnum<EventFamily>('EventFamily', 'The three families of event.', {
  interaction: 'What people do on our pages.',
  mutation: 'What changes.',
  exception: 'What looks like an attack.',
});

const EventTypeInfo = builder.objectRef<EventTypeName>('EventTypeInfo').implement({
  description: 'A type of event: an entry of the catalogue.',
  fields: (t) => ({
    type: t.field({ type: EventType, description: 'The type in this API.', resolve: (type) => type }),
    typeName: t.string({
      description: 'The type as in webhook messages, for example `User.Created`.',
      resolve: (type) => type,
    }),
    family: t.field({ type: Family, description: 'Its family.', resolve: (type) => events[type].family }),
    subjectKind: t.field({
      type: SubjectKind,
      description: 'Kind of the record that its events are about.',
      resolve: (type) => events[type].subject,
    }),
    description: t.string({ description: 'When it is emitted.', resolve: emittedWhen }),
    isEmitted: t.boolean({
      description: 'Whether this version emits it: a type of the catalogue whose cause is still to be built is not.',
      resolve: (type) => !notEmittedYet.includes(type),
    }),
    dataSchema: t.field({
      // A JSON Schema is an object or a boolean (JSON Schema Core §4.3).
      type: 'JSON',
      description: 'JSON Schema (draft 2020-12) of `data`. Events only ever gain members.',
      resolve: dataSchema,
    }),
  }),
});

builder.queryField('eventTypes', (t) =>
  t.field({
    type: [EventTypeInfo],
    nullable: true,
    authScopes: { signedIn: true },
    description: 'Every type of event there is. Needs a token, and no permission.',
    resolve: () => eventTypes,
  }),
);
