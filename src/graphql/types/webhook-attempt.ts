import { attemptsOf } from '../../store/records/shapes.ts';
import {
  type AttemptFailure as Failure,
  bodySha256Meaning,
  type WebhookAttempt as Attempt,
} from '../../vocabulary/delivery-shapes.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const AttemptFailure = textEnum<Failure>('WebhookAttemptFailure', 'Stage at which an attempt failed.', {
  refused: 'The address is not allowed.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The TLS handshake failed, for example because the certificate is not valid.',
  timeout: 'No complete response arrived in time.',
  body: 'The response was cut off or is not valid.',
  status: 'The endpoint answered with a status other than 2xx.',
});

const WebhookAttempt = builder.objectRef<Attempt>('WebhookAttempt').implement({
  description: 'An attempt of a delivery: one request and its result.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the attempt, starting at 1.' }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'Start time.',
      resolve: ({ startedAt }) => new Date(startedAt),
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    requestHeaders: t.expose('requestHeaders', {
      type: 'JSONObject',
      description: 'Request headers, without the values of custom headers.',
    }),
    bodySha256: t.exposeString('bodySha256', { nullable: true, description: bodySha256Meaning }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response; null if there was none.',
    }),
    failure: t.expose('failure', {
      type: AttemptFailure,
      nullable: true,
      description: 'Stage at which the attempt failed; null if it succeeded.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Error message; null if it succeeded.' }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'First 4 KB of the response body; null if there was no response.',
    }),
  }),
});

builder.prismaObjectFields(WebhookDelivery, (t) => ({
  attempts: t.field({
    type: [WebhookAttempt],
    select: { log: true },
    description: 'The first attempt and the last 20, in order.',
    resolve: attemptsOf,
  }),
  lastAttempt: t.field({
    type: WebhookAttempt,
    nullable: true,
    select: { log: true },
    description: 'The last attempt; null before the first one.',
    resolve: (delivery) => attemptsOf(delivery).at(-1),
  }),
}));
