import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { unexpectedError } from '../domain/failure.ts';
import type { Logger } from '../platform/logger.ts';
import type { Listener } from '../http/listener.ts';
import { requestIdsOf } from '../http/request-ids.ts';
import { logFailure } from '../http/request-log.ts';
import { labelRequest, labelsOf, templateOf } from '../http/request-labels.ts';
import { outageHeaders, outageProblem, type Problem, problem, problemType } from '../http/problem.ts';

/** Gives routes the request and response of Node.js (`context.env.incoming`, `.outgoing`). */
export interface HttpEnv {
  Bindings: HttpBindings;
}
export type Routes = Hono<HttpEnv>;

/**
 * Combines groups of routes (pages, health, metrics) into one listener, which also sends 404, 405 and 500. Only a route
 * that expects a form reads the body, with a limit (http/body.ts).
 */
export function combineRoutes(
  groups: readonly Routes[],
  logger: Logger,
  isOutage: (error: Error) => boolean = () => false,
): Listener {
  const app = new Hono<HttpEnv>();
  app.use((context, next) => {
    if (!isCanonicalPath(context)) return Promise.resolve(context.notFound());
    const route = matchedRoutes(context).find(isRoute);
    if (route) labelRequest(context.env.outgoing, { route: templateOf(route.path) });
    return next();
  });
  for (const group of groups) app.route('/', group);
  app.notFound((context) => {
    const accept = context.req.header('accept');
    const allow = methods.filter((method) => isCanonicalPath(context) && has(app, method, context.req.path)).join(', ');
    if (allow === '') return nothingHere(accept);
    return answer(accept, problem(405, { detail: 'This address does not support this method.' }), { allow });
  });
  app.onError((err, context) => {
    if (isOutage(err)) return answer(context.req.header('accept'), outageProblem, outageHeaders);
    const ids = requestIdsOf(context.env.outgoing);
    logFailure(logger, labelsOf(context.env.outgoing).channel ?? 'http', err, { ...ids });
    return answer(
      context.req.header('accept'),
      problem(500, { detail: unexpectedError, ...(ids && { reference: ids.requestId }) }),
    );
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

/** Hono decodes escapes and removes dot segments, but each address has only one spelling. */
const isCanonicalPath = ({ req, env }: Context<HttpEnv>): boolean => env.incoming.url?.split('?')[0] === req.path;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a route has this method and path. */
function has(app: Routes, method: string, path: string): boolean {
  const [matches] = app.router.match(method === 'HEAD' ? 'GET' : method, path);
  return matches.some(([[, route]]) => isRoute(route));
}

/** The middleware for all routes is none. */
const isRoute = ({ method }: { method: string }): boolean => method !== 'ALL';

/** There is nothing at the address of the request. */
export const nothingHere = (accept: string | undefined): Response =>
  answer(accept, problem(404, { detail: 'There is nothing at this address.' }));

/** A problem as JSON, or as a page for browsers. */
export function answer(accept: string | undefined, document: Problem, more: Record<string, string> = {}): Response {
  const asPage = accept?.includes('text/html') ?? false;
  const body = asPage ? page(document) : JSON.stringify(document);
  const headers = { ...(asPage ? pageHeaders : jsonHeaders), ...more };
  return new Response(body, { status: document.status, headers });
}

const jsonHeaders = { 'content-type': problemType, 'cache-control': 'no-store' };
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

// Nothing needs to be escaped: a problem contains no input of the caller.
function page({ title, status, detail, reference }: Problem): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}small{color:#666}</style></head>
<body><h1>${title}</h1><p>${detail ?? ''}</p><p><small>${status}${reference ? ` · ${reference}` : ''}</small></p></body>
</html>`;
}
