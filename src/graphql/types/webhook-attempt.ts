import { attemptsOf } from '../../store/records/shapes.ts';
import { bodySha256Meaning, type WebhookAttempt as Attempt } from '../../vocabulary/delivery-shapes.ts';
import { builder } from '../schema/builder.ts';
import { AttemptFailure, WebhookDelivery } from './webhook-delivery.ts';

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
    bodySha256: t.exposeString('bodySha256', { description: bodySha256Meaning }),
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
