import type { FinishedSpan, RecordSpan } from '../../platform/telemetry/spans.ts';
import { readTraceparent, spanIdOf, traceparentOf } from '../../domain/trace-context.ts';
import { nextAttemptAt, retryAfterMs } from '../../domain/webhooks/retry-schedule.ts';
import type { Reply } from '../../domain/webhooks/webhook-health.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { FetchOutcome, SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { DeliveryState, DueDelivery } from '../../store/webhooks/deliveries.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';
import type { AttemptFailure } from '../../vocabulary/records/delivery-shapes.ts';
import { digestOf } from './bodies.ts';
import { createHeaders, webhookMessageOf, type ShapeEvent } from './message.ts';
import { createSend } from './send.ts';
import { responseBody } from './response-body.ts';

export interface AttemptServices {
  clock: Clock;
  ids: Ids;
  logger: Pick<Logger, 'info' | 'debug' | 'isLevelEnabled'>;
  safeFetch: SafeFetch;
  shape: ShapeEvent;
  recordSpan?: RecordSpan | undefined;
}

/**
 * The result of an attempt. Hundreds are in memory until they are written, so times are milliseconds since the epoch.
 */
export interface AttemptResult {
  delivery: DueDelivery;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  /** As they are published. */
  requestHeaders: Record<string, string>;
  bodySha256: string;
  /** HTTP status; null if there was no response. */
  status: number | null;
  failure: AttemptFailure | null;
  error: string | null;
  /** First 4 KB; null if there was no response. */
  responseBody: string | null;
  /** Time of the retry; null if it succeeded or failed for good. */
  retryAt: Date | null;
  /** Until then it blocks later events about the same record; null if it is not retried. */
  blocksUntil: Date | null;
}

/** A result, and the reply of the endpoint for its health. */
export interface AttemptOutcome {
  result: AttemptResult;
  reply: Reply;
}

/** Whether the endpoint is permanently gone: RFC 9110 §15.5.11. */
export const isGone = ({ status }: Pick<AttemptResult, 'status'>): boolean => status === 410;

/** Makes one attempt. Only rejects if the signal aborts it. */
type Attempt = (delivery: DueDelivery) => Promise<AttemptOutcome>;

/** Makes attempts at one endpoint; the signal aborts them. */
export function createAttempts(
  { clock, ids, logger, safeFetch, shape, recordSpan }: AttemptServices,
  endpoint: Endpoint,
  signal: AbortSignal,
): Attempt {
  const { orderingTimeoutSeconds } = endpoint;
  const send = createSend(safeFetch, endpoint, signal);
  const headersOf = createHeaders(endpoint);
  return async (delivery) => {
    const startedAt = clock.now();
    const message = await webhookMessageOf(delivery, endpoint, shape);
    const headers = headersOf.sent(message, startedAt, traceparentFor(delivery, ids));
    const outcome = await send(headers, message.body);
    const at = clock.now();
    const failure = failureOf(outcome);
    const status = outcome.ok ? outcome.status : null;
    const retryAfter = failure && outcome.ok ? [outcome.headers['retry-after']].flat().join(', ') : undefined;
    const isRetried = failure && !isGone({ status });
    const retryAt = isRetried ? nextAttemptAt(delivery.tries + 1, at, jitter(ids), retryAfter) : null;
    const firstAt = (delivery.firstAttemptAt ?? startedAt).getTime();
    const result: AttemptResult = {
      delivery,
      startedAt: startedAt.getTime(),
      endedAt: at.getTime(),
      durationMs: outcome.durationMs,
      requestHeaders: headersOf.shown(headers),
      bodySha256: digestOf(message.body),
      status,
      failure: failure?.phase ?? null,
      error: failure?.message ?? null,
      responseBody: outcome.ok ? responseBody(outcome) : null,
      retryAt,
      blocksUntil: retryAt && new Date(firstAt + orderingTimeoutSeconds * 1000),
    };
    log(logger, endpoint, result);
    if (recordSpan) recordSpan(spanOf(endpoint, result));
    const pauseMs = isOverloaded(outcome) ? retryAfterMs(retryAfter, at) : 0;
    return { result, reply: { isSuccess: !failure, at, pauseMs } };
  };
}

/** The attempt as a span of the request that caused the event. */
function spanOf({ webhookId }: Endpoint, result: AttemptResult): FinishedSpan {
  const { delivery, status, failure, durationMs, requestHeaders } = result;
  const { requestId, traceId } = delivery.event.cause;
  return {
    name: 'webhook attempt',
    kind: 'client',
    milliseconds: durationMs,
    isFailed: failure !== null,
    attributes: {
      'mandate.webhook_id': webhookId,
      'mandate.event_id': delivery.event.id,
      'mandate.event_type': delivery.event.type,
      'mandate.attempt': delivery.attempts + 1,
      ...(status !== null && { 'http.response.status_code': status }),
      ...(failure !== null && { 'error.type': failure }),
    },
    traceId,
    spanId: readTraceparent(requestHeaders['traceparent'])?.spanId,
    parent: { requestId },
  };
}

/** The attempt as a span in the trace of the request that caused the event: receivers continue it. */
function traceparentFor({ event }: DueDelivery, ids: Ids): string | undefined {
  const { traceId } = event.cause;
  return traceId === null ? undefined : traceparentOf({ traceId, spanId: spanIdOf(ids.uuid()), isSampled: true });
}

/**
 * Successes are logged at `debug`: a log line costs as much as a delivery (bench:events, deliveries, at least 0.3).
 */
function log(logger: AttemptServices['logger'], { webhookId }: Endpoint, result: AttemptResult): void {
  const level = result.failure === null ? 'debug' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  const { delivery, status, failure, error, durationMs, retryAt } = result;
  const { id: deliveryId, event, sequence } = delivery;
  const [eventId, eventType, attempt] = [event.id, event.type, delivery.attempts + 1];
  const outcome = outcomeOf(result);
  const { traceId } = event.cause;
  const ids = { webhookId, deliveryId, eventId, ...(traceId !== null && { traceId }) };
  const details = { eventType, sequence, attempt, outcome, status, failure, error, durationMs, retryAt };
  logger[level]({ ...ids, ...details }, `webhook attempt: ${outcome}`);
}

const outcomeOf = ({ failure, retryAt }: Pick<AttemptResult, 'failure' | 'retryAt'>) =>
  failure === null ? 'delivered' : retryAt ? 'pending' : 'failed';

/** The stage and the message of a failure; undefined if the attempt succeeded. */
function failureOf(outcome: FetchOutcome): { phase: AttemptFailure; message: string } | undefined {
  if (!outcome.ok) return outcome;
  const { status } = outcome;
  if (status >= 200 && status < 300) return undefined;
  const why = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  return { phase: 'status', message: `The endpoint answered with status ${status}${why}.` };
}

// RFC 6585 §4 and RFC 9110 §15.6.4: the endpoint rejects requests for a time, not this message.
const isOverloaded = (outcome: FetchOutcome): boolean =>
  outcome.ok && (outcome.status === 429 || outcome.status === 503);

const jitter = (ids: Ids): number => Buffer.from(ids.secret(4), 'base64url').readUInt32BE() / 2 ** 32;

/** The state of a delivery after an attempt. `attemptNumber` counts all attempts of the webhook. */
export function stateAfter(result: AttemptResult, attemptNumber: bigint): DeliveryState {
  const { delivery, startedAt, endedAt, durationMs, requestHeaders, bodySha256, status, failure, error, retryAt } =
    result;
  const number = delivery.attempts + 1;
  const started = new Date(startedAt);
  return {
    delivery,
    status: outcomeOf(result),
    attempts: number,
    tries: delivery.tries + 1,
    nextAttemptAt: retryAt,
    firstAttemptAt: delivery.firstAttemptAt ?? started,
    finishedAt: retryAt ? null : new Date(endedAt),
    attempt: {
      number,
      startedAt: started.toISOString(),
      durationMs,
      requestHeaders,
      bodySha256,
      status,
      failure,
      error,
      responseBody: result.responseBody,
    },
    attemptNumber,
  };
}
