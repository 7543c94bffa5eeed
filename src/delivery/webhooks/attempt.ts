import { nextAttemptAt, retryAfterMs } from '../../domain/retry-schedule.ts';
import type { Reply } from '../../domain/webhook-health.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { FetchOutcome, SafeFetch } from '../../platform/safe-fetch.ts';
import type { Endpoint } from '../../store/webhook-endpoints.ts';
import type { LoggedAttempt, Standing, Turn } from '../../store/webhook-turns.ts';
import { createHeaders, messageOf, type ShapeEvent } from './message.ts';

export interface AttemptServices {
  clock: Clock;
  ids: Ids;
  fetch: SafeFetch;
  shape: ShapeEvent;
}

/** What an attempt came to, for the delivery, the log and the endpoint. */
export interface Attempted {
  standing: Standing;
  logged: LoggedAttempt;
  reply: Reply;
  /** 410: the endpoint wants to hear nothing more. */
  isGone: boolean;
}

/** Milliseconds that an endpoint has for its answer, from the look-up of its name to the end of the body. */
const timeoutMs = 15_000;
/** Bytes of an answer that are kept. */
const maxBytes = 4096;

/** Sends one delivery once. Rejects only when it is ended. */
export type Attempt = (turn: Turn) => Promise<Attempted>;

/** Attempts at one endpoint, as long as the signal does not end them. */
export function createAttempts(
  { clock, ids, fetch, shape }: AttemptServices,
  endpoint: Endpoint,
  signal: AbortSignal,
): Attempt {
  const { url } = endpoint;
  const headersOf = createHeaders(endpoint);
  return async (turn) => {
    const startedAt = clock.now();
    const message = await messageOf(turn, endpoint, shape);
    const headers = headersOf.sent(message, startedAt);
    const outcome = await fetch({ url, method: 'POST', headers, body: message.body, timeoutMs, maxBytes, signal });
    const at = clock.now();
    const failure = failureOf(outcome);
    const isGone = outcome.ok && outcome.status === 410;
    const retryAfter = outcome.ok ? [outcome.headers['retry-after']].flat().join(', ') : undefined;
    const next = failure && !isGone ? nextAttemptAt(turn.tries + 1, at, chance(ids), retryAfter) : null;
    return {
      standing: standingAfter(turn, endpoint, { startedAt, at, next, isSuccess: !failure }),
      logged: {
        number: turn.attempts + 1,
        startedAt,
        durationMs: outcome.durationMs,
        requestHeaders: headersOf.shown(headers),
        status: outcome.ok ? outcome.status : null,
        failure: failure?.phase ?? null,
        error: failure?.message ?? null,
        answer: outcome.ok ? outcome.body : null,
      },
      reply: { isSuccess: !failure, at, pauseMs: asksForPause(outcome) ? retryAfterMs(retryAfter, at) : 0 },
      isGone,
    };
  };
}

/** Where an attempt failed and why; undefined when it did not. */
function failureOf(outcome: FetchOutcome): { phase: string; message: string } | undefined {
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

interface Course {
  startedAt: Date;
  at: Date;
  next: Date | null;
  isSuccess: boolean;
}

function standingAfter(turn: Turn, { holdBackSeconds }: Endpoint, course: Course): Standing {
  const { startedAt, at, next, isSuccess } = course;
  const firstAttemptAt = turn.firstAttemptAt ?? startedAt;
  return {
    id: turn.id,
    subjectKey: turn.subjectKey,
    sequence: turn.sequence,
    status: isSuccess ? 'delivered' : next ? 'pending' : 'failed',
    attempts: turn.attempts + 1,
    tries: turn.tries + 1,
    nextAttemptAt: next,
    firstAttemptAt,
    finishedAt: next ? null : at,
    holdsUntil: next && new Date(firstAttemptAt.getTime() + holdBackSeconds * 1000),
  };
}
