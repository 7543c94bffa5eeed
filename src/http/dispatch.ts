import type { IncomingMessage, ServerResponse } from 'node:http';
import { unexpectedError } from '../domain/failure.ts';
import { readTraceparent } from '../domain/trace-context.ts';
import type { FinishedSpan, RecordSpan } from '../platform/telemetry/spans.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { hasCoding } from './body.ts';
import type { Listener } from './listener.ts';
import type { Metrics } from './metrics.ts';
import { isHealthCheck } from './probes.ts';
import { identifyRequest, requestIdsOf } from './request-ids.ts';
import { codingHeaders, codingProblem, outageHeaders, outageProblem, problem, sendProblem } from './problem.ts';

/** The parts of the platform that answer requests. */
export interface Handlers {
  /** The issuer: everything below /oidc. */
  issuer: Listener;
  graphql: Listener;
  /** The Management API over REST: everything below /api. */
  rest: Listener;
  /** Pages, health, metrics, and 404 for all other addresses. */
  pages: Listener;
  /** Called first for `POST /oidc/token`. False: it has left the request as it was. */
  fastPath?: (request: IncomingMessage, response: ServerResponse) => false | Promise<boolean>;
}

interface Services {
  ids: Ids;
  logger: Logger;
  metrics: Metrics;
  /** Served over https: browsers must not use http. */
  https: boolean;
  /** Whether an error means that the database does not respond. */
  isOutage?: (error: unknown) => boolean;
  recordSpan?: RecordSpan | undefined;
}

type Route = 'issuer' | 'graphql' | 'rest' | 'pages';

// RFC 8414 §3.1: the well-known address of an issuer with a path is formed by insertion.
const issuerMetadata = '/.well-known/oauth-authorization-server/oidc';

/**
 * Sends each request to its part of the platform, except those with a coded body. The fast path comes first, without a
 * request id, headers, log line and metric, which would cost more than the rest of HTTP (bench:exchange, 0.7 of the
 * ceiling).
 */
export function createDispatch(
  handlers: Handlers,
  services: Services,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { fastPath } = handlers;
  const fixedHeaders = securityHeaders(services.https);
  const general = (request: IncomingMessage, response: ServerResponse): void => {
    const path = originForm(request);
    const route = routeOf(path);
    // The library of the pages builds a URL with it.
    if (isHealthCheck(path)) request.headers.host ||= 'localhost';
    identifyRequest(request, response, services.ids);
    response.setHeaders(fixedHeaders);
    observe(request, response, { path, route }, services);
    if (hasCoding(request)) sendProblem(response, codingProblem, codingHeaders);
    else run(handlers[route], request, response, services);
  };
  if (!fastPath) return general;
  return (request, response) => {
    const isToken = request.url === '/oidc/token' && request.method === 'POST';
    const answered = isToken && fastPath(request, response);
    if (!answered) return general(request, response);
    answered.then(
      (isAnswered) => isAnswered || general(request, response),
      (error: unknown) => crashed(error, response, services),
    );
  };
}

function routeOf(path: string): Route {
  if (path === '/oidc' || path.startsWith('/oidc/') || path === issuerMetadata) return 'issuer';
  if (path === '/api' || path.startsWith('/api/')) return 'rest';
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

// Without the query, which has codes, states and tokens, and without random ids: that of a sign-in is also its cookie.
const withoutSecrets = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '…');

function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { path, route }: { path: string; route: Route },
  { logger, metrics, recordSpan }: Services,
): void {
  const { method } = request;
  const started = performance.now();
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    const status = response.writableFinished ? `${response.statusCode}` : 'aborted';
    metrics.observeRequest(route, status, milliseconds / 1000);
    const ids = requestIdsOf(response);
    logger.debug(
      { ...ids, method, path: withoutSecrets(path), status, milliseconds: Math.round(milliseconds) },
      'request: ended',
    );
    if (recordSpan) recordSpan(spanOf(request, response, { path, route, milliseconds }));
  });
}

/** The request as a span of its caller's trace. */
function spanOf(
  { method = '', headers }: IncomingMessage,
  response: ServerResponse,
  { path, route, milliseconds }: { path: string; route: Route; milliseconds: number },
): FinishedSpan {
  const { statusCode } = response;
  const caller = readTraceparent(headers['traceparent']);
  const own = readTraceparent(response.getHeader('traceparent'));
  return {
    name: `${method} ${route}`,
    kind: 'server',
    milliseconds,
    isFailed: statusCode >= 500,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': statusCode,
      'url.path': withoutSecrets(path),
      'mandate.request_id': requestIdsOf(response)?.requestId ?? '',
    },
    traceId: own?.traceId,
    spanId: own?.spanId,
    parent: caller,
    isSampled: caller?.isSampled,
  };
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
  logger.error({ err, requestId: reference, ...more }, 'request: failed');
  sendProblem(response, problem(500, { detail: unexpectedError, reference }));
}
