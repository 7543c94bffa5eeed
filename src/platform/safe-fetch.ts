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
    const outcome = refusal === undefined ? await exchange(agent, request) : new FetchFailure('refused', refusal);
    const durationMs = Math.round(performance.now() - startedAt);
    return outcome instanceof FetchFailure
      ? { ok: false, phase: outcome.phase, message: outcome.message, durationMs }
      : { ok: true, ...outcome, durationMs };
  };
  return Object.assign(fetch, { close: () => agent.destroy() });
}

type Answer = Omit<Answered, 'ok' | 'durationMs'>;

/** One request and its answer, in time. */
async function exchange(agent: Dispatcher, request: FetchRequest): Promise<Answer | FetchFailure> {
  const { signal, timeoutMs } = request;
  signal?.throwIfAborted();
  const reading = createReading(request.maxBytes);
  const timer = setTimeout(() => reading.end(new FetchFailure('timeout', tooLong(request))), timeoutMs);
  const stop = (): void => reading.end(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const { origin, pathname, search } = new URL(request.url);
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    agent.dispatch({ origin, path: pathname + search, method: request.method, headers, body: request.body }, reading);
    return await reading.answer;
  } catch (error) {
    signal?.throwIfAborted();
    return answerFailure(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

const tooLong = ({ timeoutMs }: FetchRequest): string =>
  `There was no whole answer within ${timeoutMs / 1000} seconds.`;

/** An answer that is read as it comes. */
interface Reading extends Dispatcher.DispatchHandler {
  answer: Promise<Answer>;
  /** Ends it, and drops the connection. A request that waits for one is not told: it is dropped when it has got it. */
  end(reason: Error): void;
}

/** Reads the first `maxBytes` of an answer's body, and drops the connection when there are more. */
function createReading(maxBytes: number): Reading {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Answer>();
  let connection: Dispatcher.DispatchController | undefined;
  let ended: Error | undefined;
  let head: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} };
  const chunks: Buffer[] = [];
  let missing = maxBytes;
  const end = (reason: Error): void => {
    ended = reason;
    reject(reason);
    connection?.abort(reason);
  };
  return {
    answer,
    end,
    onRequestStart(controller) {
      connection = controller;
      if (ended) controller.abort(ended);
    },
    onResponseStart(_, status, headers) {
      head = { status, headers: joined(headers) };
    },
    onResponseData(_, chunk) {
      if (ended) return;
      chunks.push(chunk.subarray(0, missing));
      if (chunk.length > missing) {
        resolve({ ...head, body: textOf(chunks, true) });
        end(new Error('The answer is longer than what is read of it.'));
      }
      missing -= chunk.length;
    },
    onResponseEnd: () => resolve({ ...head, body: textOf(chunks, false) }),
    onResponseError: (_, error) => reject(error),
  };
}

/** Fields that came several times as one, RFC 9110 §5.3. */
const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

/** A body as text. A character that the cut goes through is left out. */
function textOf(chunks: readonly Buffer[], isCut: boolean): string {
  if (!chunks.length) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: isCut }).replaceAll('\0', '\uFFFD');
}
