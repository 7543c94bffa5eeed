import type { IncomingMessage, ServerResponse } from 'node:http';
import { readTraceparent } from '../domain/trace-context.ts';
import type { Logger } from '../platform/logger.ts';
import type { FinishedSpan, RecordSpan } from '../platform/telemetry/spans.ts';
import type { Metrics } from './metrics.ts';
import { isProbe } from './probes.ts';
import { requestIdsOf } from '../http/request-ids.ts';
import { labelsOf } from '../http/request-labels.ts';

/** The part of the platform that answers a request. */
export type Part = 'issuer' | 'graphql' | 'rest' | 'account' | 'pages';

export const tokenEndpoint = '/oidc/token';

export interface Observers {
  logger: Logger;
  metrics: Pick<Metrics, 'observeRequest' | 'observeToken'>;
  recordSpan?: RecordSpan | undefined;
}

// Without the query, which has codes, states and tokens, and without random ids: that of a sign-in is also its cookie.
const withoutSecrets = (path: string): string => path.replaceAll(/[\w-]{40,}/g, '…');

/** A request as metrics and traces know it. */
interface Observed {
  path: string;
  part: Part;
  /** Milliseconds of `performance.now`. */
  started: number;
}

/** Counts and logs a request when its response has ended, and records its span. */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  observed: Observed,
  observers: Observers,
): void {
  const { logger, recordSpan } = observers;
  const { method } = request;
  response.once('close', () => {
    const milliseconds = performance.now() - observed.started;
    const status = response.writableFinished ? `${response.statusCode}` : 'aborted';
    const route = routeOf(response, observed);
    count(response, { ...observed, method, route, status, seconds: milliseconds / 1000 }, observers);
    logger.debug(
      {
        ...requestIdsOf(response),
        method,
        path: withoutSecrets(observed.path),
        status,
        milliseconds: Math.round(milliseconds),
      },
      'request: ended',
    );
    if (recordSpan) recordSpan(spanOf(request, response, { path: observed.path, route, milliseconds }));
  });
}

/** Addresses that do not exist have one name together. */
const routeOf = (response: ServerResponse, { part, path }: Observed): string =>
  part === 'graphql' ? path : (labelsOf(response).route ?? 'other');

interface Ended extends Observed {
  method: string | undefined;
  route: string;
  status: string;
  seconds: number;
}

function count(
  response: ServerResponse,
  { path, part, method, route, status, seconds }: Ended,
  { metrics }: Observers,
): void {
  metrics.observeRequest({ part: isProbe(path) ? 'probes' : part, route, status }, seconds);
  if (path !== tokenEndpoint || method !== 'POST') return;
  // Without labels, something before the grant has refused the request.
  const refused = { grant: 'other', outcome: response.statusCode >= 500 ? 'server_error' : 'invalid_request' };
  const { grant, outcome } = labelsOf(response).token ?? refused;
  metrics.observeToken(grant, status === 'aborted' ? status : outcome, seconds);
}

/** The request as a span of its caller's trace. */
function spanOf(
  { method = '', headers }: IncomingMessage,
  response: ServerResponse,
  { path, route, milliseconds }: { path: string; route: string; milliseconds: number },
): FinishedSpan {
  const { statusCode } = response;
  const caller = readTraceparent(headers['traceparent']);
  const trace = readTraceparent(response.getHeader('traceparent'));
  return {
    name: `${method} ${route}`,
    kind: 'server',
    milliseconds,
    isFailed: statusCode >= 500,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': statusCode,
      'http.route': route,
      'url.path': withoutSecrets(path),
      'mandate.request_id': requestIdsOf(response)?.requestId ?? '',
    },
    traceId: trace?.traceId,
    spanId: trace?.spanId,
    parent: caller,
    isSampled: caller?.isSampled,
  };
}
