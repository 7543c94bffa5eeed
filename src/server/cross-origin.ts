import type { IncomingMessage } from 'node:http';
import type { Listener } from '../http/listener.ts';

/** Which origins may call from browsers. */
export interface OriginRules {
  /** The platform's own origin. */
  publicOrigin: string;
  /** Whether an application has registered the origin. */
  isRegistered(origin: string): Promise<boolean>;
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, if-match, if-none-match, idempotency-key, traceparent, last-event-id, x-show-cost',
  // The longest time that Chromium keeps it. An origin that was removed meanwhile is refused with its token.
  'access-control-max-age': '7200',
};

const exposedHeaders = [
  'etag',
  'link',
  'location',
  'x-request-id',
  'traceparent',
  'idempotent-replayed',
  'retry-after',
  'www-authenticate',
].join(', ');

/**
 * Lets the pages of registered origins read every response, errors included (CORS). A preflight request names no
 * caller, so whether the application of an access token has registered the origin is judged with the token.
 */
export const withCors =
  (listener: Listener, rules: OriginRules): Listener =>
  async (request, response) => {
    const { origin, 'access-control-request-method': requested } = request.headers;
    response.appendHeader('vary', 'origin');
    markForeign(request, rules);
    if (origin === undefined || !(origin === rules.publicOrigin || (await rules.isRegistered(origin)))) {
      return listener(request, response);
    }
    response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS' && requested !== undefined) {
      response.writeHead(204, preflightHeaders).end();
      return undefined;
    }
    response.setHeader('access-control-expose-headers', exposedHeaders);
    return listener(request, response);
  };

/** Leaves the `Origin` header only in requests of pages on other origins. Browsers also send it to their own. */
export function markForeign({ headers }: IncomingMessage, { publicOrigin }: Pick<OriginRules, 'publicOrigin'>): void {
  const { origin, host } = headers;
  if (origin === publicOrigin || origin === `http://${host}` || origin === `https://${host}`) delete headers.origin;
}
