import type { z } from 'zod';
import type { PositionedEvent } from '../../store/event-positions.ts';
import {
  emittedWhen,
  type EventType as EventTypeName,
  events,
  eventTypes,
  type lockoutFlows,
} from '../../vocabulary/events.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { outputOptions } from '../schema/outputs.ts';
import { EventActor, EventCause, EventSubject, EventType } from './event.ts';

textEnum<(typeof lockoutFlows)[number]>('LockoutFlow', 'How a user tried to authenticate.', {
  password: 'With a password.',
  'verification-code': 'With a verification code.',
  'one-time-token': 'With a one-time token.',
});

/** The fields of all types of event. */
export const LiveEvent = builder.interfaceRef<PositionedEvent>('LiveEvent').implement({
  description: 'An event in a subscription. Each event type is an object type with the fields of its `data`.',
  resolveType: ({ type }) => typeNames[type],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the event, the same as in `events` and in webhook messages.' }),
    type: t.expose('type', { type: EventType, description: 'Type of the event.' }),
    typeName: t.exposeString('type', {
      description: 'Name of the type in webhook messages, for example `User.Created`.',
    }),
    timestamp: t.expose('occurredAt', { type: 'DateTime', description: 'Time of the event.' }),
    data: t.expose('data', {
      type: 'JSONObject',
      description: 'The record at the time of the event, without secrets, and what changed, as one object.',
    }),
    actor: t.expose('actor', { type: EventActor, description: 'The actor that caused the event.' }),
    cause: t.field({
      type: EventCause,
      description: 'The cause of the event.',
      resolve: ({ cause }) => cause as never,
    }),
    subject: t.field({
      type: EventSubject,
      description: 'The record that the event is about.',
      resolve: ({ subjectKind, subjectId }) => ({ kind: subjectKind, id: subjectId }),
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Id of the organization of the event; null if it belongs to none.',
    }),
  }),
});

/** "User.Data.Updated" → UserDataUpdatedEvent. */
const typeNames = Object.fromEntries(eventTypes.map((type) => [type, `${type.replaceAll('.', '')}Event`])) as Record<
  EventTypeName,
  string
>;

for (const type of eventTypes) defineEvent(type);

function defineEvent(type: EventTypeName): void {
  const { data } = events[type];
  const name = typeNames[type];
  builder.objectRef<PositionedEvent>(name).implement({
    interfaces: [LiveEvent],
    description: `\`${type}\`: ${emittedWhen(type)}`,
    isTypeOf: (event) => (event as PositionedEvent).type === type,
    fields: (t) =>
      Object.fromEntries(
        Object.entries<z.ZodType>(data.shape).map(([field, schema]) => [
          field,
          t.field({
            ...outputOptions(schema, `${name}.${field}`),
            resolve: (event: PositionedEvent) => event.data[field],
          } as never),
        ]),
      ),
  });
}
