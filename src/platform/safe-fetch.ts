import { once } from 'node:events';
import { Agent, type Dispatcher } from 'undici';
import { answerFailure, FetchFailure, type FetchPhase } from './fetch-failure.ts';
import { judgingConnector } from './judging-connector.ts';
import { createNameLookup, type NameLookup, systemLookup } from './name-lookup.ts';
import { addressProblem, isPublicAddress } from './public-address.ts';

export type { FetchPhase } from './fetch-failure.ts';

/** Connections to one origin at a time: what wants more waits, so that no host takes all sockets of the process. */
const connectionsPerOrigin = 64;
/** Milliseconds that a connection waits for another request, and how far the other side may stretch them. */
const idleTimeout = 4000;
const longestIdleTimeout = 30_000;

export interface FetchRequest {
  url: string;
  method: 'POST';
  /** Values as RFC 9110 §5.5 has them. `accept-encoding` is ours: answers are read as they come. */
  headers: Record<string, string>;
  body: string;
  /** For everything: name, connection, request and the whole answer. */
  timeoutMs: number;
  /** How much of the answer's body is read, in bytes; the connection is dropped when it has more. */
  maxBytes: number;
  /** Ends the request: it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** An answer of any status, redirects included; its body as text, at most `maxBytes` of it, every NUL and malformed part as U+FFFD. */
export interface Answered {
  ok: true;
  status: number;
  headers: Record<string, string>;
  body: string;
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
    connections: connectionsPerOrigin,
    keepAliveTimeout: idleTimeout,
    keepAliveMaxTimeout: longestIdleTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const fetch = async (request: FetchRequest): Promise<FetchOutcome> => {
    const refusal = addressProblem(request.url, allowPrivateAddresses);
    const startedAt = performance.now();
    const outcome = refusal === undefined ? await attempt(agent, request) : new FetchFailure('refused', refusal);
    const durationMs = Math.round(performance.now() - startedAt);
    return outcome instanceof FetchFailure
      ? { ok: false, phase: outcome.phase, message: outcome.message, durationMs }
      : { ok: true, ...outcome, durationMs };
  };
  return Object.assign(fetch, { close: () => agent.destroy() });
}

type Answer = Omit<Answered, 'ok' | 'durationMs'>;

/** One request and its answer, in time. A request that waits for a connection is not told when it is ended, so the end is awaited beside it. */
async function attempt(agent: Dispatcher, request: FetchRequest): Promise<Answer | FetchFailure> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new FetchFailure('timeout', tooLong(request))), request.timeoutMs);
  const stop = (): void => end.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', stop, { once: true });
  if (request.signal?.aborted) stop();
  try {
    return await Promise.race([exchange(agent, request, end.signal), ended(end.signal)]);
  } catch (error) {
    request.signal?.throwIfAborted();
    return answerFailure(error);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', stop);
  }
}

const tooLong = ({ timeoutMs }: FetchRequest): string =>
  `There was no whole answer within ${timeoutMs / 1000} seconds.`;

async function ended(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function exchange(agent: Dispatcher, request: FetchRequest, signal: AbortSignal): Promise<Answer> {
  const { origin, pathname, search } = new URL(request.url);
  const { statusCode, headers, body } = await agent.request({
    origin,
    path: pathname + search,
    method: request.method,
    headers: { ...request.headers, 'accept-encoding': 'identity' },
    body: request.body,
    signal,
  });
  return { status: statusCode, headers: joined(headers), body: await textOf(body, request.maxBytes) };
}

/** Fields that came several times as one, RFC 9110 §5.3. */
const joined = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

/** The first `maxBytes` of a body; to stop reading drops the connection. A character that the cut goes through is left out. */
async function textOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let missing = maxBytes;
  let isCut = false;
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, missing), { stream: true });
    isCut = chunk.length > missing;
    if (isCut) break;
    missing -= chunk.length;
  }
  return (isCut ? text : text + decoder.decode()).replaceAll('\0', '\uFFFD');
}
