import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Listener } from './listener.ts';
import type { Metrics } from './metrics.ts';
import { problem, sendProblem } from './problem.ts';

/** The parts of the platform that answer requests. */
export interface Handlers {
  /** The issuer: everything below /oidc. */
  issuer: Listener;
  graphql: Listener;
  /** The Management API over REST: everything below /api. */
  rest: Listener;
  /** Pages, health, metrics, and the answer to whatever does not exist. */
  pages: Listener;
  /** Makes the fast path in front of `POST /oidc/token` out of what answers when it steps aside. */
  shortcut?: (fallback: Listener) => Listener;
}

interface Services {
  ids: Ids;
  logger: Logger;
  metrics: Metrics;
  /** Served over https: browsers shall not come back any other way. */
  https: boolean;
}

type Route = 'issuer' | 'graphql' | 'rest' | 'pages';

// RFC 8414 §3.1: the well-known address of an issuer with a path is formed by insertion.
const issuerMetadata = '/.well-known/oauth-authorization-server/oidc';

/**
 * Sends each request to the part that answers it. The short cut comes before everything else: it is the one hot path, where a
 * request id, headers, a log line and a metric would cost more than the rest of HTTP. When it steps aside, they follow.
 */
export function createDispatch(
  handlers: Handlers,
  services: Services,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { logger } = services;
  const fixedHeaders = securityHeaders(services.https);
  const general = (request: IncomingMessage, response: ServerResponse): void => {
    const path = originForm(request);
    const route = routeOf(path);
    response.setHeader('x-request-id', services.ids.next('request'));
    response.setHeaders(fixedHeaders);
    observe(request, response, { path, route }, services);
    run(handlers[route], request, response, logger);
  };
  if (!handlers.shortcut) return general;
  const shortcut = handlers.shortcut(general);
  return (request, response) => {
    if (request.url === '/oidc/token' && request.method === 'POST') run(shortcut, request, response, logger);
    else general(request, response);
  };
}

function routeOf(path: string): Route {
  if (path === '/oidc' || path.startsWith('/oidc/') || path === issuerMetadata) return 'issuer';
  if (path === '/api' || path.startsWith('/api/')) return 'rest';
  return path === '/graphql' ? 'graphql' : 'pages';
}

// RFC 9112 §3.2.2: the absolute form is accepted, and means the same as the origin form: no host but ours is served here. The path stays as
// it is written: an address has one spelling.
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

// The path without its query: codes, states and tokens travel there. Without what is drawn by lot, too: the address of a sign-in
// holds what its cookie holds.
const withoutSecrets = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '…');

function observe(
  { method }: IncomingMessage,
  response: ServerResponse,
  { path, route }: { path: string; route: Route },
  { logger, metrics }: Services,
): void {
  const started = performance.now();
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    const status = response.writableFinished ? `${response.statusCode}` : 'aborted';
    metrics.observeRequest(route, status, milliseconds / 1000);
    const requestId = response.getHeader('x-request-id');
    logger.debug(
      { requestId, method, path: withoutSecrets(path), status, milliseconds: Math.round(milliseconds) },
      'request',
    );
  });
}

function run(listener: Listener, request: IncomingMessage, response: ServerResponse, logger: Logger): void {
  try {
    const outcome = listener(request, response);
    if (outcome) outcome.catch((error: unknown) => crashed(error, response, logger));
  } catch (error) {
    crashed(error, response, logger);
  }
}

/** Answers for a listener that failed: the log gets the error, the caller the reference under which it stands there. */
function crashed(err: unknown, response: ServerResponse, logger: Logger): void {
  const reference = String(response.getHeader('x-request-id') ?? 'token request');
  logger.error({ err, requestId: reference }, 'a request failed');
  sendProblem(
    response,
    problem(500, { detail: 'Something unforeseen happened; it is logged under this reference.', reference }),
  );
}
