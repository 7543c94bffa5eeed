// Deliveries of events to webhooks.
import { z } from 'zod';
import { eventType, id, json, linkTo, time, timestamps } from './shape-parts.ts';

/** Delivery statistics of a webhook, which are not part of the webhook itself. */
export const webhookDeliveryStatsShape = z
  .strictObject({
    delivered: z.int().describe('Number of successful deliveries.'),
    failed: z.int().describe('Number of failed deliveries, including those that will be retried.'),
    successRate: z
      .number()
      .nullable()
      .describe('Share of successful deliveries, from 0 to 1; null if there were none.'),
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
    number: z.int().describe('Number of the attempt, starting at 1.'),
    startedAt: time.describe('Start time.'),
    durationMs: z.int().describe('Duration in milliseconds.'),
    requestHeaders: json.describe('Request headers, without the values of custom headers.'),
    bodySha256: z
      .string()
      .describe('SHA-256 of the request body, in hex: it is the same for attempts that sent the same.'),
    status: z.int().nullable().describe('HTTP status of the response; null if there was none.'),
    failure: z.enum(attemptFailures).nullable().describe('Stage at which the attempt failed; null if it succeeded.'),
    error: z.string().nullable().describe('Error message; null if it succeeded.'),
    responseBody: z.string().nullable().describe('First 4 KB of the response body; null if there was no response.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'An attempt of a delivery: one request and its result.' });
export type WebhookAttempt = z.input<typeof webhookAttemptShape>;

export const webhookDeliveryShape = z
  .strictObject({
    id,
    webhookId: linkTo('webhook').describe('Id of the webhook.'),
    eventId: z.string().describe('Id of the event: the `webhook-id` of the message.'),
    eventType: eventType.describe('Type of the event.'),
    status: z.enum(deliveryStatuses).describe('Status of the delivery.'),
    sequence: z
      .int()
      .nullable()
      .describe('Sequence number among the events about the same record; null if sent out of order.'),
    previousEventId: z.string().nullable().describe('Id of the event with the preceding sequence number.'),
    redelivery: z.enum(redeliveries).nullable().describe('Kind of redelivery; null if it was not redelivered.'),
    nextAttemptAt: time.nullable().describe('Time of the next attempt; null if none is scheduled.'),
    firstAttemptAt: time.nullable().describe('Time of the first attempt; null before it.'),
    finishedAt: time.nullable().describe('Time at which it was delivered or failed for good; null before that.'),
    attempts: z.array(webhookAttemptShape).describe('The first attempt and the last 20, in order.'),
    createdAt: timestamps.createdAt,
  })
  .meta({ id: 'WebhookDeliverySnapshot', description: 'The delivery of an event to a webhook.' });
