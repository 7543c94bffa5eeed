import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodsOf } from './addresses.ts';
import { type IssuerPages, pageHeaders } from './pages.ts';
import {
  fillEmptySecret,
  hasForm,
  limitOf,
  mount,
  peekBody,
  pinToPublicUrl,
  postedQuery,
  type Refusal,
  refusalOf,
  targetOf,
  tooLong,
} from './requests.ts';

interface DoorServices {
  config: { publicUrl: string };
  pages: IssuerPages;
}

const notFound: Refusal = { status: 404, description: 'there is nothing at this address' };

/**
 * Brings a request into the form that the protocol library may see. False: it has been answered here. Rejects with
 * ClientGone when the client leaves while sending.
 */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { config, pages }: DoorServices,
): Promise<boolean> {
  const target = targetOf(request.url ?? '');
  pinToPublicUrl(request, config.publicUrl);
  const methods = target && methodsOf(target.path);
  if (!methods) return refuse(response, notFound);
  if (!hasMethod(request, methods)) return refuseMethod(request, response, methods);
  fillEmptySecret(request);
  point(request, target.path, target.query);
  const { path, query } = target;
  const form = hasForm(request) ? await peekBody(request, limitOf(path)) : Buffer.alloc(0);
  const refusal = form ? (refusalOf(query, path) ?? refusalOf(form.toString('latin1'), path)) : tooLong(limitOf(path));
  if (refusal) return refuse(response, refusal, isForPeople(path) ? pages : undefined);
  const endpoint = postedQuery(request, path);
  if (!endpoint || !form) return true;
  return hasOtherBody(request) ? refuse(response, notAForm, pages) : asGet(request, response, endpoint, form);
}

/** OPTIONS is the library's when a browser asks in advance for another site (CORS). */
const hasMethod = ({ method = '', headers }: IncomingMessage, methods: readonly string[]): boolean =>
  methods.includes(method) || (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined);

/** RFC 9110 §15.5.6 and §9.3.7. */
function refuseMethod({ method }: IncomingMessage, response: ServerResponse, methods: readonly string[]): false {
  response.setHeader('allow', [...methods, 'OPTIONS'].join(', '));
  if (method !== 'OPTIONS')
    return refuse(response, { status: 405, description: 'this address does not have this method' });
  response.writeHead(204).end();
  return false;
}

const notAForm: Refusal = { status: 400, description: 'the body must be application/x-www-form-urlencoded' };

const hasOtherBody = (request: IncomingMessage): boolean =>
  !hasForm(request) && request.headers['content-type'] !== undefined;

/** The library works out its own mount point from the difference between the two. */
function point(request: IncomingMessage & { originalUrl?: string }, path: string, query: string): void {
  request.url = query ? `${path}?${query}` : path;
  request.originalUrl = mount + request.url;
}

// A redirect with another policy would cut a sign-in window off from the application that opened it.
const redirectHeaders = { 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' };

/**
 * Answers a form like the GET with the same parameters. When another site posted it, a browser withheld our
 * SameSite=Lax cookies and with them the session; the GET that it is redirected to carries them. A form of 8 KiB fits
 * into its address: browsers and we take 16 KiB of request head.
 */
function asGet(request: IncomingMessage, response: ServerResponse, endpoint: string, form: Buffer): boolean {
  const query = new URLSearchParams(form.toString('utf8')).toString();
  if (request.headers['sec-fetch-site'] !== 'cross-site') {
    request.method = 'GET';
    point(request, endpoint, query);
    return true;
  }
  response.writeHead(303, { ...redirectHeaders, location: `${mount}${endpoint}?${query}` }).end();
  return false;
}

const isForPeople = (path: string): boolean => /^\/(auth|session\/end)$/.test(path);

const errors: Readonly<Record<number, string>> = { 404: 'not_found', 405: 'method_not_allowed' };

/** As the library would answer: a page for people, JSON for programs. */
function refuse(response: ServerResponse, { status, description }: Refusal, pages?: IssuerPages): false {
  const error = errors[status] ?? 'invalid_request';
  if (pages) {
    const html = pages.problem({ error, description, reference: undefined });
    response.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).end(html);
  } else {
    const body = JSON.stringify({ error, error_description: description });
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .end(body);
  }
  return false;
}
