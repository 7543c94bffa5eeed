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

textEnum<(typeof lockoutFlows)[number]>('LockoutFlow', 'How a person tries to prove an identity.', {
  password: 'With a password.',
  'verification-code': 'With a code that was sent.',
  'one-time-token': 'With a token that is good for once.',
});

/** What all events have, whatever their type. */
export const LiveEvent = builder.interfaceRef<PositionedEvent>('LiveEvent').implement({
  description:
    'An event as it is told live. Each type of event is an object type of its own, with the fields of its data.',
  resolveType: ({ type }) => typeNames[type],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The same id as in `events` and in webhooks.' }),
    type: t.expose('type', { type: EventType, description: 'What happened.' }),
    typeName: t.exposeString('type', { description: 'The type as webhooks and the specification spell it.' }),
    timestamp: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
    data: t.expose('data', { type: 'JSONObject', description: 'The changed record, and what changed, as one object.' }),
    actor: t.expose('actor', { type: EventActor, description: 'Who caused it.' }),
    cause: t.field({
      type: EventCause,
      description: 'How it came about.',
      resolve: ({ cause }) => cause as never,
    }),
    subject: t.field({
      type: EventSubject,
      description: 'What it is about.',
      resolve: ({ subjectKind, subjectId }) => ({ kind: subjectKind, id: subjectId }),
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'The organization it happened in; null outside organizations.',
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
