import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import { type Answer, AnswerReading } from './bounded-response.ts';
import { answerFailure, FetchFailure, type FetchPhase } from './fetch-failure.ts';
import { judgingConnector } from './ssrf-guard.ts';
import { createNameLookup, type NameLookup, systemLookup } from './name-lookup.ts';
import { addressProblem, isPublicAddress } from './public-address.ts';

export type { FetchPhase } from './fetch-failure.ts';

/** Addresses that are taken apart and judged once. */
const rememberedTargets = 500;
/** Milliseconds that a connection waits for another request, and how far the other side may stretch them. */
const idleTimeout = 4000;
const longestIdleTimeout = 30_000;

export interface FetchRequest {
  url: string;
  method: 'GET' | 'POST';
  /** Values as RFC 9110 §5.5 has them. `accept-encoding` is ours: answers are read as they come. */
  headers: Record<string, string>;
  body?: string;
  /** For everything: name, connection, request and the whole answer. */
  timeoutMs: number;
  /** How much of the answer's body is read, in bytes; the connection is dropped when it has more. */
  maxBytes: number;
  /** Ends the request: it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** An answer of any status, redirects included. */
export interface Answered extends Answer {
  ok: true;
  durationMs: number;
}

export interface Unanswered {
  ok: false;
  phase: FetchPhase;
  message: string;
  durationMs: number;
}

export type FetchOutcome = Answered | Unanswered;

/** Requests to addresses that customers set: to the public internet only, unless private addresses are allowed. */
export interface SafeFetch {
  (request: FetchRequest): Promise<FetchOutcome>;
  /** Drops all connections. A request that is still under way fails. */
  close(): Promise<void>;
}

export interface SafeFetchOptions {
  /** For development and tests: this machine and private networks may be called, by names of this machine's file of hosts too. */
  allowPrivateAddresses: boolean;
  lookup?: NameLookup;
}

/**
 * Calls what may be called. Addresses are judged when a connection is made, by the very look-up that the connection then uses: a name that
 * resolves to something else a moment later gains nothing. Connections that are kept were judged when they were made.
 */
export function createSafeFetch({ allowPrivateAddresses, lookup }: SafeFetchOptions): SafeFetch {
  const isAllowed = allowPrivateAddresses ? () => true : isPublicAddress;
  const agent = new Agent({
    connect: judgingConnector(lookup ?? (allowPrivateAddresses ? systemLookup : createNameLookup()), isAllowed),
    // A connection for each request under way, new when none is free: nobody waits for those of others at the same host, which may hang, nor
    // for the first of them to agree on HTTP/2. How many there are is up to who asks: workers.ts has so many places.
    connections: null,
    allowH2: false,
    keepAliveTimeout: idleTimeout,
    keepAliveMaxTimeout: longestIdleTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const targets = new LRUCache<string, Target | FetchFailure>({
    max: rememberedTargets,
    memoMethod: (url) => targetOf(url, allowPrivateAddresses),
  });
  const fetch = async (request: FetchRequest): Promise<FetchOutcome> => {
    const target = targets.memo(request.url);
    if (target instanceof FetchFailure) return unanswered(target, 0);
    request.signal?.throwIfAborted();
    const startedAt = performance.now();
    try {
      const answer = await answerOf(agent, target, request);
      return { ok: true, ...answer, durationMs: msSince(startedAt) };
    } catch (error) {
      request.signal?.throwIfAborted();
      return unanswered(answerFailure(error), msSince(startedAt));
    }
  };
  return Object.assign(fetch, { close: () => agent.destroy() });
}

function answerOf(agent: Agent, { origin, path }: Target, request: FetchRequest): Promise<Answer> {
  const reading = new AnswerReading(request, tooLong);
  const { method, body } = request;
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  try {
    agent.dispatch({ origin, path, method, headers, ...(body !== undefined && { body }) }, reading);
  } catch (error) {
    reading.end(error as Error);
  }
  return reading.answer;
}

const msSince = (time: number): number => Math.round(performance.now() - time);

const tooLong = ({ timeoutMs }: Pick<FetchRequest, 'timeoutMs'>): FetchFailure =>
  new FetchFailure('timeout', `There was no whole answer within ${timeoutMs / 1000} seconds.`);

const unanswered = ({ phase, message }: FetchFailure, durationMs: number): Unanswered => ({
  ok: false,
  phase,
  message,
  durationMs,
});

/** Where a request goes. */
interface Target {
  origin: string;
  path: string;
}

function targetOf(url: string, allowPrivateAddresses: boolean): Target | FetchFailure {
  const problem = addressProblem(url, allowPrivateAddresses);
  if (problem !== undefined) return new FetchFailure('refused', problem);
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
