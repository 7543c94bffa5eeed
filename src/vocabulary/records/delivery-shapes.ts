// Webhooks, and deliveries of events to them.
import { z } from 'zod';
import {
  eventType,
  exampleTimes,
  field,
  ownId,
  json,
  linkTo,
  subjectKind,
  time,
  timestamps,
  url,
} from '../shape-parts.ts';
import { describeByKind, idOf } from '../ids.ts';

/** Reasons why a webhook is disabled. */
const disabledReasons = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const webhookShape = z
  .strictObject({
    id: ownId('webhook'),
    name: field(z.string(), 'Display name.', 'Search index'),
    url: field(url, 'URL of the endpoint that receives events.', 'https://index.example.com/events'),
    isEnabled: field(z.boolean(), 'Whether the webhook is enabled.', true),
    disabledReason: field(
      z.enum(disabledReasons).nullable(),
      'Why the webhook is disabled; null if it is enabled.',
      null,
    ),
    eventTypes: field(z.array(eventType), 'Only events of these types are sent; all if empty.', []),
    subjectKinds: field(z.array(subjectKind), 'Only events about these kinds of record are sent; all if empty.', []),
    organizationId: field(
      idOf('organization').nullable(),
      'Only events of this organization, which may have been deleted, are sent; all if null.',
      null,
    ),
    excludeActorIds: field(
      z.array(idOf('application', 'user')),
      'Events caused by these users and applications, which may have been deleted, are not sent.',
      [],
    ),
    headerNames: field(
      z.array(z.string()),
      'Names of the custom headers of each request. Their values are never returned.',
      ['Authorization'],
    ),
    selection: field(
      z.string().nullable(),
      'GraphQL selection of the data that is sent; the whole event if null.',
      null,
    ),
    orderingTimeoutSeconds: field(
      z.int(),
      'Seconds for which a failing delivery blocks later events about the same record.',
      300,
    ),
    publicKeys: field(
      z.array(z.string()),
      'Public keys that verify its v1a signatures (`whpk_…`), newest first; empty without a key pair.',
      [],
    ),
    failingSince: field(
      time.nullable(),
      'Time since which every attempt has failed; null if the last one succeeded.',
      null,
    ),
    pausedUntil: field(
      time.nullable(),
      'No request is sent before this time, because the endpoint failed repeatedly or requested a pause; null if sending is not paused.',
      null,
    ),
    ...timestamps,
  })
  .meta({ id: 'WebhookSnapshot', description: 'A webhook at the time of an event, without its secrets.' });

/** Delivery statistics of a webhook, which are not part of the webhook itself. */
export const webhookDeliveryStatsShape = z
  .strictObject({
    delivered: field(z.int(), 'Number of successful deliveries.', 1204),
    failed: field(z.int(), 'Number of failed deliveries, including those that will be retried.', 2),
    retrying: field(z.int(), 'Number of those of `failed` that will be retried.', 1),
    successRate: field(
      z.number().nullable(),
      'Share of successful deliveries, from 0 to 1; null if there were none.',
      0.998,
    ),
  })
  .meta({ id: 'WebhookDeliveryStats', description: 'Delivery statistics of a webhook.' });
export const deliveryStats = webhookDeliveryStatsShape.describe('Delivery statistics of the last 24 hours.');

/** Statuses of a delivery. */
export const deliveryStatuses = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Kinds of redelivery. */
export const redeliveries = ['single', 'failed', 'missing', 'backfill'] as const;
export type Redelivery = (typeof redeliveries)[number];

/** Stages at which an attempt can fail: the connection, or the response. */
export const attemptFailures = ['refused', 'dns', 'connect', 'tls', 'timeout', 'body', 'status'] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

/** Why the body of a delivery cannot be reconstructed. */
export const missingBodyReasons = {
  'event-removed': 'The event was removed because of its age.',
  changed: 'The event would be sent differently today, because the platform has changed.',
} as const;
export type MissingBodyReason = keyof typeof missingBodyReasons;

export const webhookDeliveryBodyShape = z
  .strictObject({
    body: z
      .string()
      .nullable()
      .describe(
        'Body of the last attempt; before the first one, the body that would be sent now. It is made again from the event, and returned if it has the digest of the body that was sent.',
      ),
    missingBodyReason: z
      .enum(Object.keys(missingBodyReasons) as [MissingBodyReason])
      .nullable()
      .describe('Why there is no body; null if there is one.'),
  })
  .meta({ id: 'WebhookDeliveryBody', description: 'The body of the requests of a delivery.' });

export const webhookAttemptShape = z
  .strictObject({
    number: field(z.int(), 'Number of the attempt, starting at 1.', 1),
    startedAt: field(time, 'Start time.', exampleTimes.now),
    durationMs: field(z.int(), 'Duration in milliseconds.', 38),
    requestHeaders: field(json, 'Request headers, without the values of custom headers.', {
      'content-type': 'application/json',
    }),
    bodySha256: field(
      z.string(),
      'SHA-256 of the request body, in hex: it is the same for attempts that sent the same.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    status: field(z.int().nullable(), 'HTTP status of the response; null if there was none.', 204),
    failure: field(
      z.enum(attemptFailures).nullable(),
      'Stage at which the attempt failed; null if it succeeded.',
      null,
    ),
    error: field(z.string().nullable(), 'Error message; null if it succeeded.', null),
    responseBody: field(z.string().nullable(), 'First 4 KB of the response body; null if there was no response.', ''),
  })
  .meta({ id: 'WebhookAttempt', description: 'An attempt of a delivery: one request and its result.' });
export type WebhookAttempt = z.input<typeof webhookAttemptShape>;

export const webhookDeliveryShape = z
  .strictObject({
    id: ownId('webhookDelivery'),
    webhookId: describeByKind(linkTo('webhook')),
    eventId: idOf('event').describe('Id of the event: the `webhook-id` of the message.'),
    eventType: field(eventType, 'Type of the event.', 'User.Created'),
    status: field(z.enum(deliveryStatuses), 'Status of the delivery.', 'delivered'),
    sequence: field(
      z.int().nullable(),
      'Sequence number among the events about the same record; null if sent out of order.',
      1,
    ),
    previousEventId: field(idOf('event').nullable(), 'Id of the event with the preceding sequence number.', null),
    redelivery: field(z.enum(redeliveries).nullable(), 'Kind of redelivery; null if it was not redelivered.', null),
    nextAttemptAt: field(time.nullable(), 'Time of the next attempt; null if none is scheduled.', null),
    firstAttemptAt: field(time.nullable(), 'Time of the first attempt; null before it.', exampleTimes.now),
    finishedAt: field(
      time.nullable(),
      'Time at which it was delivered or failed for good; null before that.',
      exampleTimes.now,
    ),
    attempts: z.array(webhookAttemptShape).describe('The first attempt and the last 20, in order.'),
    createdAt: timestamps.createdAt,
  })
  .meta({ id: 'WebhookDeliverySnapshot', description: 'The delivery of an event to a webhook.' });
