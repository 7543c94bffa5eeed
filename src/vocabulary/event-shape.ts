import { z } from 'zod';
import { actorKinds, channels, eventTypes } from './events.ts';
import { subjectKinds } from './kinds.ts';
import { json, time, typeNames } from './shape-parts.ts';
import { idOf } from './ids.ts';

// Labels in events outlive the records.
const actorShape = z.strictObject({
  kind: z.enum(actorKinds).describe('Kind of actor.'),
  id: idOf('application', 'user').nullable().describe('Id of the user or application; null for the platform.'),
  label: z
    .string()
    .nullable()
    .describe(
      'What people recognized the actor by at that time: the name of the application; name, username, email address or phone number of the user. Null for the platform and visitors.',
    ),
});

const causeShape = z.strictObject({
  operation: z.string().describe('Name of the operation that emitted the event, as of the mutation in GraphQL.'),
  requestId: idOf('request').describe('Id of the HTTP request, as in its response and in the log.'),
  traceId: idOf()
    .nullable()
    .describe(
      'Id of the trace of the request (W3C Trace Context), 32 hex digits: that of its `traceparent` or, without one, a new one. Null if the platform acted by itself.',
    ),
  channel: z.enum(channels).describe('Channel through which the change was made.'),
  applicationIds: z
    .array(idOf('application'))
    .describe(
      'Ids of the applications that acted for the user: the calling application first, then those that obtained its token by an earlier exchange. Empty if the user acted directly, or an application on its own behalf.',
    ),
});

const subjectShape = z.strictObject({
  kind: z.enum(subjectKinds).describe('Kind of record.'),
  id: idOf(...subjectKinds).describe('Id of the record, which may have been deleted.'),
  label: z
    .string()
    .nullable()
    .describe(
      'What people recognized the record by at that time, such as its name; null if it has none. It is kept when the record is deleted.',
    ),
});

/** The public shape of an event, the same as in webhook messages. */
export const eventShape = z
  .strictObject({
    id: idOf('event').describe('Id of the event, the same in the event log, in subscriptions and as `webhook-id`.'),
    type: z.enum(eventTypes).describe('Type of the event.'),
    timestamp: time.describe('Time of the event.'),
    data: json.describe('The record at that time, without secrets, and the change.'),
    actor: actorShape.register(typeNames, { typeName: 'EventActor' }).describe('The actor that caused the event.'),
    cause: causeShape.register(typeNames, { typeName: 'EventCause' }).describe('The cause of the event.'),
    subject: subjectShape
      .register(typeNames, { typeName: 'EventSubject' })
      .describe('The record that the event is about.'),
    organizationId: idOf('organization').nullable().describe('Id of its organization; null if there is none.'),
  })
  .meta({ id: 'Event', description: 'Something that changed, or was refused. Later versions only add fields.' });
