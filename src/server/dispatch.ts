import type { IncomingMessage, ServerResponse } from 'node:http';
import { unexpectedError } from '../domain/failure.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { hasCoding } from '../http/body.ts';
import type { Listener } from '../http/listener.ts';
import { observe, type Observers, type Part, tokenEndpoint } from './observe.ts';
import { isHealthCheck } from './probes.ts';
import { identifyRequest, requestIdsOf } from '../http/request-ids.ts';
import { logFailure } from '../http/request-log.ts';
import { codingHeaders, codingProblem, outageHeaders, outageProblem, problem, sendProblem } from '../http/problem.ts';

/** The parts of the platform that answer requests. */
export interface Handlers {
  /** The issuer: everything below /oidc. */
  issuer: Listener;
  graphql: Listener;
  /** The Management API over REST: everything below /api. */
  rest: Listener;
  /** The Account API over REST: everything below /account/api. */
  account: Listener;
  /** Pages, health, metrics, and 404 for all other addresses. */
  pages: Listener;
  /**
   * Called first for `POST /oidc/token`, with the time of its head (milliseconds of `performance.now`). False: it has
   * left the request as it was.
   */
  fastPath?: (request: IncomingMessage, response: ServerResponse, started: number) => false | Promise<boolean>;
}

interface Services extends Observers {
  ids: Ids;
  /** Served over https: browsers must not use http. */
  https: boolean;
  /** Whether an error means that the database does not respond. */
  isOutage?: (error: unknown) => boolean;
}

// RFC 8414 §3.1: the well-known address of an issuer with a path is formed by insertion.
const issuerMetadata = '/.well-known/oauth-authorization-server/oidc';

/**
 * Sends each request to its part of the platform, except those with a coded body. The fast path comes first, without a
 * request id, headers and log line, which would cost more than the rest of HTTP (bench:exchange, 0.7 of the ceiling).
 */
export function createDispatch(
  handlers: Handlers,
  services: Services,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { fastPath } = handlers;
  const fixedHeaders = securityHeaders(services.https);
  const general = (request: IncomingMessage, response: ServerResponse, started: number): void => {
    const path = originForm(request);
    const part = partOf(path);
    // The library of the pages builds a URL with it.
    if (isHealthCheck(path)) request.headers.host ||= 'localhost';
    identifyRequest(request, response, services.ids);
    response.setHeaders(fixedHeaders);
    observe(request, response, { path, part, started }, services);
    if (hasCoding(request)) sendProblem(response, codingProblem, codingHeaders);
    else run(handlers[part], request, response, services);
  };
  return (request, response) => {
    const started = performance.now();
    const isToken = request.url === tokenEndpoint && request.method === 'POST';
    const answered = isToken && fastPath?.(request, response, started);
    if (!answered) return general(request, response, started);
    answered.then(
      (isAnswered) => isAnswered || general(request, response, started),
      (error: unknown) => crashed(error, response, services),
    );
  };
}

function partOf(path: string): Part {
  if (path === '/oidc' || path.startsWith('/oidc/') || path === issuerMetadata) return 'issuer';
  if (path === '/api' || path.startsWith('/api/')) return 'rest';
  if (path === '/account/api' || path.startsWith('/account/api/')) return 'account';
  return path === '/graphql' ? 'graphql' : 'pages';
}

// RFC 9112 §3.2.2: the absolute form means the same as the origin form, because there is only one host. The path is not
// normalized: each address has one spelling.
function originForm(request: IncomingMessage): string {
  const target = request.url ?? '/';
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const rest = target.replace(/^[^/]*\/\/[^/?#]*/, '').replace(/#.*$/s, '');
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  return (request.url ?? '/').replace(/\?.*$/s, '');
}

function securityHeaders(https: boolean): Headers {
  return new Headers({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Not "no-referrer": with it browsers send "Origin: null" with a form, and the pages check the origin.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  });
}

function run(listener: Listener, request: IncomingMessage, response: ServerResponse, services: Services): void {
  try {
    const outcome = listener(request, response);
    if (outcome) outcome.catch((error: unknown) => crashed(error, response, services));
  } catch (error) {
    crashed(error, response, services);
  }
}

/** Logs the error of a listener, and sends 500 with a reference to the log; 503 while the database does not respond. */
function crashed(err: unknown, response: ServerResponse, { ids, logger, isOutage }: Services): void {
  if (isOutage?.(err)) return sendProblem(response, outageProblem, outageHeaders);
  // A token request on the fast path has no id yet.
  const { requestId: reference, ...more } = requestIdsOf(response) ?? { requestId: ids.next('request') };
  logFailure(logger, 'http', err, { requestId: reference, ...more });
  sendProblem(response, problem(500, { detail: unexpectedError, reference }));
}
