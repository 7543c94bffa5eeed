import { Agent, type buildConnector } from 'undici';
import { type BoundedResponse, ResponseReader } from './bounded-response.ts';
import { responseFailure, FetchFailure, type FetchPhase } from './fetch-failure.ts';
import { guardedConnector } from './ssrf-guard.ts';
import { createNameLookup, type NameLookup, systemLookup } from './name-lookup.ts';
import { addressProblem, isPrivateAllowed, isPublicAddress, type PrivateAccess } from './public-address.ts';

export type { FetchPhase } from './fetch-failure.ts';

/** Milliseconds that an idle connection is kept, and up to which the server may extend them. */
const idleTimeout = 4000;
const longestIdleTimeout = 30_000;

export interface FetchRequest {
  url: string;
  method: 'GET' | 'POST';
  /** Values as in RFC 9110 §5.5. `accept-encoding` is always `identity`. */
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds for name lookup, connection, request and the whole response. */
  timeoutMs: number;
  /** Maximum number of bytes of the response body; the connection is dropped if there are more. */
  maxBytes: number;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** A response with any status, including redirects. */
export interface FetchResponse extends BoundedResponse {
  ok: true;
  durationMs: number;
}

interface FailedFetch {
  ok: false;
  phase: FetchPhase;
  message: string;
  durationMs: number;
}

export type FetchOutcome = FetchResponse | FailedFetch;

/** Sends requests to URLs that customers set: only to the public internet, but where private addresses are allowed. */
export interface SafeFetch {
  (request: FetchRequest): Promise<FetchOutcome>;
  /** Drops all connections. Requests in progress fail. */
  close(): Promise<void>;
}

export interface SafeFetchOptions {
  /** Allows this machine and private networks, and names of the hosts file. True is for development and tests. */
  allowPrivateAddresses: PrivateAccess;
  lookup?: NameLookup;
}

/**
 * Addresses are checked when a connection is made, in the lookup that the connection uses: a name that resolves to
 * another address a moment later gains nothing. Connections that are kept alive were checked when they were made.
 */
export function createSafeFetch({ allowPrivateAddresses, lookup }: SafeFetchOptions): SafeFetch {
  const agents = {
    guarded: openAgent(guardedConnector(lookup ?? createNameLookup(), isPublicAddress)),
    open: openAgent(guardedConnector(lookup ?? systemLookup, () => true)),
  };
  const safeFetch = async (request: FetchRequest): Promise<FetchOutcome> => {
    const target = targetOf(request.url, allowPrivateAddresses);
    if (target instanceof FetchFailure) return failedFetch(target, 0);
    request.signal?.throwIfAborted();
    const startedAt = performance.now();
    try {
      const response = await send(target.isOpen ? agents.open : agents.guarded, target, request);
      return { ok: true, ...response, durationMs: msSince(startedAt) };
    } catch (error) {
      request.signal?.throwIfAborted();
      return failedFetch(responseFailure(error), msSince(startedAt));
    }
  };
  const close = async (): Promise<void> => {
    await Promise.all([agents.guarded.destroy(), agents.open.destroy()]);
  };
  return Object.assign(safeFetch, { close });
}

const openAgent = (connect: buildConnector.connector): Agent =>
  new Agent({
    connect,
    // A connection per request in progress: no request waits for others to the same host, which may hang, or for the
    // first one to negotiate HTTP/2. The caller limits their number (delivery/webhooks/workers.ts).
    connections: null,
    allowH2: false,
    keepAliveTimeout: idleTimeout,
    keepAliveMaxTimeout: longestIdleTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

function send(agent: Agent, { origin, path }: Target, request: FetchRequest): Promise<BoundedResponse> {
  const reader = new ResponseReader(request, timeoutFailure);
  const { method, body } = request;
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  try {
    agent.dispatch({ origin, path, method, headers, ...(body !== undefined && { body }) }, reader);
  } catch (error) {
    reader.abort(error as Error);
  }
  return reader.response;
}

const msSince = (time: number): number => Math.round(performance.now() - time);

const timeoutFailure = ({ timeoutMs }: Pick<FetchRequest, 'timeoutMs'>): FetchFailure =>
  new FetchFailure('timeout', `No complete response within ${timeoutMs / 1000} seconds.`);

const failedFetch = ({ phase, message }: FetchFailure, durationMs: number): FailedFetch => ({
  ok: false,
  phase,
  message,
  durationMs,
});

interface Target {
  origin: string;
  path: string;
  /** Whether the address may be private. */
  isOpen: boolean;
}

function targetOf(text: string, access: PrivateAccess): Target | FetchFailure {
  const problem = addressProblem(text, access);
  if (problem !== undefined) return new FetchFailure('refused', problem);
  const url = new URL(text);
  return { origin: url.origin, path: url.pathname + url.search, isOpen: isPrivateAllowed(access, url) };
}
