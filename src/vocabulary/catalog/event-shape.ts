import { z } from 'zod';
import { sampleOf } from './event-samples.ts';
import { actorKinds, channels, eventTypes } from '../events.ts';
import { subjectKinds } from '../kinds.ts';
import { json, time, typeNames, exampleTimes, field } from '../shape-parts.ts';
import { idOf } from '../ids.ts';

/** The event that is the example. */
const { subjectId, data } = sampleOf('Role.Created');

// Labels in events outlive the records.
const actorShape = z.strictObject({
  kind: field(z.enum(actorKinds), 'Kind of actor.', 'application'),
  id: idOf('application', 'user').nullable().describe('Id of the user or application; null for the platform.'),
  label: field(
    z.string().nullable(),
    'What people recognized the actor by at that time: the name of the application; name, username, email address or phone number of the user. Null for the platform and visitors.',
    'Documents service',
  ),
});

/** The texts of the parts of events. */
export const eventParts = {
  actor: 'The actor that caused an event.',
  cause: 'The cause of an event.',
} as const;

const causeShape = z.strictObject({
  operation: field(
    z.string(),
    'Name of the operation that emitted the event, as of the mutation in GraphQL.',
    'createRole',
  ),
  requestId: idOf('request').describe('Id of the HTTP request, as in its response and in the log.'),
  traceId: field(
    idOf().nullable(),
    'Id of the trace of the request (W3C Trace Context), 32 hex digits: that of its `traceparent` or, without one, a new one. Null if the platform acted by itself.',
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ),
  channel: field(z.enum(channels), 'Channel through which the change was made.', 'rest'),
  applicationIds: field(
    z.array(idOf('application')),
    'Ids of the applications that acted for the user: the calling application first, then those that obtained its token by an earlier exchange. Empty if the user acted directly, or an application on its own behalf.',
    [],
  ),
});

const subjectShape = z.strictObject({
  kind: field(z.enum(subjectKinds), 'Kind of record.', 'role'),
  id: field(idOf(...subjectKinds), 'Id of the record, which may have been deleted.', subjectId),
  label: field(
    z.string().nullable(),
    'What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.',
    data.role.name,
  ),
});

/** The public shape of an event, the same as in webhook messages. */
export const eventShape = z
  .strictObject({
    id: idOf('event').describe('Id of the event, the same in the event log, in subscriptions and as `webhook-id`.'),
    type: field(z.enum(eventTypes), 'Type of the event.', 'Role.Created'),
    timestamp: field(time, 'Time of the event.', exampleTimes.now),
    data: field(json, 'The record at that time, without secrets, and the change.', data),
    actor: actorShape.register(typeNames, { typeName: 'EventActor' }).describe('The actor that caused the event.'),
    cause: causeShape.register(typeNames, { typeName: 'EventCause' }).describe('The cause of the event.'),
    subject: subjectShape
      .register(typeNames, { typeName: 'EventSubject' })
      .describe('The record that the event is about.'),
    organizationId: field(idOf('organization').nullable(), 'Id of its organization; null if there is none.', null),
  })
  .meta({ id: 'Event', description: 'Something that changed, or was refused. Later versions only add fields.' });
