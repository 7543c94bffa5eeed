import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from '../platform/logger.ts';
import type { Listener } from './dispatch.ts';
import { type Problem, problem, problemType } from './problem.ts';

/** Routes know the bare request and response underneath (`context.env.incoming`, `.outgoing`). */
export interface HttpEnv {
  Bindings: HttpBindings;
}
export type Routes = Hono<HttpEnv>;

/**
 * Gathers groups of routes (pages, health, metrics) into one listener, which also answers what does not exist and what fails. No body is read
 * but by a route that expects a form, with a bound (body.ts).
 */
export function createPages(groups: readonly Routes[], logger: Logger): Listener {
  const app = new Hono<HttpEnv>();
  for (const group of groups) app.route('/', group);
  app.notFound((context) =>
    answer(context.req.header('accept'), problem(404, { detail: 'There is nothing at this address.' })),
  );
  app.onError((err, context) => {
    const reference = String(context.env.outgoing.getHeader('x-request-id'));
    logger.error({ err, requestId: reference }, 'a page failed');
    const detail = 'Something unforeseen happened; it is logged under this reference.';
    return answer(context.req.header('accept'), problem(500, { detail, reference }));
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

function answer(accept: string | undefined, document: Problem): Response {
  const asPage = accept?.includes('text/html') ?? false;
  const body = asPage ? page(document) : JSON.stringify(document);
  return new Response(body, { status: document.status, headers: asPage ? pageHeaders : jsonHeaders });
}

const jsonHeaders = { 'content-type': problemType, 'cache-control': 'no-store' };
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

// No value in it comes from outside: a problem holds nothing that the caller sent.
function page({ title, status, detail, reference }: Problem): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}small{color:#666}</style></head>
<body><h1>${title}</h1><p>${detail ?? ''}</p><p><small>${status}${reference ? ` · ${reference}` : ''}</small></p></body>
</html>`;
}
