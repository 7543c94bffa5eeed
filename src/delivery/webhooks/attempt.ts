import { nextAttemptAt, retryAfterMs } from '../../domain/retry-schedule.ts';
import type { Reply } from '../../domain/webhook-health.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { FetchOutcome, SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { Endpoint } from '../../store/webhook-endpoints.ts';
import type { Standing } from '../../store/webhook-standings.ts';
import type { Turn } from '../../store/webhook-turns.ts';
import type { AttemptFailure, WebhookAttempt } from '../../vocabulary/resources.ts';
import { createHeaders, messageOf, type ShapeEvent } from './message.ts';

export interface AttemptServices {
  clock: Clock;
  ids: Ids;
  fetch: SafeFetch;
  shape: ShapeEvent;
}

/** One attempt, and what it came to. Many are kept until they are written down, so times are plain numbers: milliseconds since the epoch. */
export interface Attempted {
  turn: Turn;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  /** As the log shows them. */
  requestHeaders: Record<string, string>;
  /** HTTP status; null when there was no answer. */
  status: number | null;
  failure: AttemptFailure | null;
  error: string | null;
  answer: string | null;
  /** When it is made again; null when it succeeded, or was given up. */
  retryAt: Date | null;
  /** Until when it holds back later events about the same record; null when it is not made again. */
  holdsUntil: Date | null;
}

/** An attempt, and what it says of the endpoint. */
export interface Answered {
  attempted: Attempted;
  reply: Reply;
}

/** Whether the endpoint wants to hear nothing more: RFC 9110 §15.5.11. */
export const isGone = ({ status }: Pick<Attempted, 'status'>): boolean => status === 410;

/** Milliseconds that an endpoint has for its answer, from the look-up of its name to the end of the body. */
const timeoutMs = 15_000;
/** Bytes of an answer that are kept. */
const maxBytes = 4096;

/** Sends one delivery once. Rejects only when it is ended. */
export type Attempt = (turn: Turn) => Promise<Answered>;

/** Attempts at one endpoint, as long as the signal does not end them. */
export function createAttempts(
  { clock, ids, fetch, shape }: AttemptServices,
  endpoint: Endpoint,
  signal: AbortSignal,
): Attempt {
  const { url, orderingTimeoutSeconds } = endpoint;
  const headersOf = createHeaders(endpoint);
  return async (turn) => {
    const startedAt = clock.now();
    const message = await messageOf(turn, endpoint, shape);
    const headers = headersOf.sent(message, startedAt);
    const outcome = await fetch({ url, method: 'POST', headers, body: message.body, timeoutMs, maxBytes, signal });
    const at = clock.now();
    const failure = failureOf(outcome);
    const status = outcome.ok ? outcome.status : null;
    const retryAfter = failure && outcome.ok ? [outcome.headers['retry-after']].flat().join(', ') : undefined;
    const retryAt = failure && !isGone({ status }) ? nextAttemptAt(turn.tries + 1, at, chance(ids), retryAfter) : null;
    const heldFrom = (turn.firstAttemptAt ?? startedAt).getTime();
    const attempted: Attempted = {
      turn,
      startedAt: startedAt.getTime(),
      endedAt: at.getTime(),
      durationMs: outcome.durationMs,
      requestHeaders: headersOf.shown(headers),
      status,
      failure: failure?.phase ?? null,
      error: failure?.message ?? null,
      answer: outcome.ok ? outcome.body : null,
      retryAt,
      holdsUntil: retryAt && new Date(heldFrom + orderingTimeoutSeconds * 1000),
    };
    const pauseMs = asksForPause(outcome) ? retryAfterMs(retryAfter, at) : 0;
    return { attempted, reply: { isSuccess: !failure, at, pauseMs } };
  };
}

/** Where an attempt failed and why; undefined when it did not. */
function failureOf(outcome: FetchOutcome): { phase: AttemptFailure; message: string } | undefined {
  if (!outcome.ok) return outcome;
  const { status } = outcome;
  if (status >= 200 && status < 300) return undefined;
  const why = status >= 300 && status < 400 ? ': redirects are not followed' : '';
  return { phase: 'status', message: `The endpoint answered with status ${status}${why}.` };
}

// RFC 6585 §4 and RFC 9110 §15.6.4: it is the endpoint that has too much to do, not this one message that it cannot take.
const asksForPause = (outcome: FetchOutcome): boolean =>
  outcome.ok && (outcome.status === 429 || outcome.status === 503);

const chance = (ids: Ids): number => Buffer.from(ids.secret(4), 'base64url').readUInt32BE() / 2 ** 32;

/** How the delivery stands after an attempt. */
export function standingOf({ turn, startedAt, endedAt, failure, retryAt, holdsUntil }: Attempted): Standing {
  return {
    id: turn.id,
    subjectKey: turn.event.subjectKey,
    sequence: turn.sequence,
    status: failure === null ? 'delivered' : retryAt ? 'pending' : 'failed',
    attempts: turn.attempts + 1,
    tries: turn.tries + 1,
    nextAttemptAt: retryAt,
    firstAttemptAt: turn.firstAttemptAt ?? new Date(startedAt),
    finishedAt: retryAt ? null : new Date(endedAt),
    holdsUntil,
  };
}

/** The attempt as the log keeps it. */
export const loggedOf = (attempted: Attempted): WebhookAttempt => ({
  number: attempted.turn.attempts + 1,
  startedAt: new Date(attempted.startedAt).toISOString(),
  durationMs: attempted.durationMs,
  requestHeaders: attempted.requestHeaders,
  status: attempted.status,
  failure: attempted.failure,
  error: attempted.error,
  answer: attempted.answer,
});
