import type { AttemptFailure as Failure, WebhookAttempt as Attempt } from '../../vocabulary/resources.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const AttemptFailure = textEnum<Failure>('WebhookAttemptFailure', 'Where an attempt failed.', {
  refused: 'The address may not be called.',
  dns: 'The name of the endpoint leads nowhere.',
  connect: 'There was no connection.',
  tls: 'The connection is not safe.',
  timeout: 'There was no whole answer in time.',
  body: 'The answer was cut off, or cannot be read.',
  status: 'The endpoint answered that it did not take it.',
});

const WebhookAttempt = builder.objectRef<Attempt>('WebhookAttempt').implement({
  description: 'One request of a delivery, and what came of it.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1.' }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ startedAt }) => new Date(startedAt),
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    requestHeaders: t.expose('requestHeaders', {
      type: 'JSONObject',
      description: "The headers that were sent, without the values of the webhook's own.",
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the answer; null when there was none.',
    }),
    failure: t.expose('failure', {
      type: AttemptFailure,
      nullable: true,
      description: 'Where it failed; null when it did not.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong, in words.' }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'The first 4 KB of the answer; null when there was none.',
    }),
  }),
});

builder.prismaObjectFields(WebhookDelivery, (t) => ({
  attempts: t.field({
    type: [WebhookAttempt],
    select: { log: true },
    description: 'The first attempt and the last 20, in their order: what is sent again and again has more.',
    resolve: ({ log }) => log as Attempt[],
  }),
  lastAttempt: t.field({
    type: WebhookAttempt,
    nullable: true,
    select: { log: true },
    description: 'The last attempt so far; null before the first.',
    resolve: ({ log }) => (log as Attempt[]).at(-1),
  }),
}));
