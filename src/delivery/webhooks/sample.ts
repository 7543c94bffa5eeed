import { notFound } from '../../domain/failure.ts';
import { labelIn } from '../../domain/events/labels.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { LoggedEvent } from '../../store/logged-event.ts';
import type { DueDelivery } from '../../store/webhooks/deliveries.ts';
import { findEndpoint } from '../../store/webhooks/endpoints.ts';
import { sampleOf } from '../../vocabulary/catalog/event-samples.ts';
import { type EventType, events } from '../../vocabulary/events.ts';
import { type AttemptServices, createAttempts } from './attempt.ts';

export interface SampleServices extends AttemptServices {
  database: Pick<Database, 'pool'>;
  secretBox: SecretBox;
}

const never = new AbortController().signal;

/**
 * Sends an example event to the endpoint of a webhook, once. The event is not in the log, its cause is the operation
 * `testWebhook`, and no record has its ids. Throws NOT_FOUND at "webhookId" if the webhook does not exist.
 */
export async function sendSample(services: SampleServices, webhookId: string, type: EventType) {
  const endpoint = await findEndpoint(services, webhookId, services.clock.now());
  if (!endpoint) throw notFound('webhook', 'webhookId');
  const { result } = await createAttempts(services, endpoint, never)(sampleDelivery(services, type));
  const { status, failure, error, responseBody, durationMs } = result;
  return { status, failure, error, responseBody, durationMs };
}

function sampleDelivery({ ids, clock }: SampleServices, type: EventType): DueDelivery {
  const { subjectId, organizationId, data } = sampleOf(type);
  const id = ids.next('event');
  const event = new LoggedEvent({
    position: 0,
    id,
    type,
    occurredAt: clock.now(),
    subjectKind: events[type].subject,
    subjectId,
    subjectLabel: labelIn(events[type].subject, data) ?? null,
    organizationId,
    actor: JSON.stringify({ kind: 'platform', id: null, label: null }),
    cause: JSON.stringify({
      operation: 'testWebhook',
      requestId: ids.next('request'),
      traceId: null,
      channel: 'platform',
      applicationIds: [],
    }),
    data: JSON.stringify(data),
  });
  return {
    id,
    event,
    sequence: null,
    previousId: null,
    attempts: 0,
    tries: 0,
    firstAttemptAt: null,
    dueAt: null,
    isResend: false,
  };
}
