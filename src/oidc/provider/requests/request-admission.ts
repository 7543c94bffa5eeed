import type { IncomingMessage, ServerResponse } from 'node:http';
import { peekBody, putBackBody } from '../../../http/body.ts';
import { labelRequest } from '../../../http/request-labels.ts';
import { endpointOf } from './endpoints.ts';
import { type IssuerPages, pageHeaders, type PagesOf } from '../pages.ts';
import { limitOf, type Refusal, refusalOf, tooLong } from './parameter-limits.ts';
import { type FindRegistered, withRegistered } from './registered-resources.ts';
import { mount, pinToPublicUrl, postedQuery, setTarget, targetOf } from './request-target.ts';

interface AdmissionServices {
  config: { publicUrl: string };
  accessPolicy: { registered: FindRegistered };
  pages: PagesOf;
}

const notFound: Refusal = { status: 404, description: 'there is nothing at this address' };

/** Checks a request and normalizes it for `oidc-provider`. False: the response was sent, or the client is gone. */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { config, pages, accessPolicy: { registered } }: AdmissionServices,
): Promise<boolean> {
  const target = targetOf(request.url ?? '');
  pinToPublicUrl(request, config.publicUrl);
  const called = target && endpointOf(target.path);
  if (!called) return refuse(response, notFound);
  labelRequest(response, { route: mount + called.template });
  if (!hasMethod(request, called.methods)) return refuseMethod(request, response, called.methods);
  fillEmptySecret(request);
  const { path, query } = target;
  const limit = limitOf(path);
  const isForm = hasForm(request);
  const form = isForm ? await peekBody(request, limit) : Buffer.alloc(0);
  if (form === undefined) return false;
  const problemPages = isForPeople(path) ? pages(request) : undefined;
  if (form === 'too large') return refuse(response, tooLong(limit), problemPages);
  const refusal = refusalOf(query, path) ?? refusalOf(form.toString('latin1'), path);
  if (refusal) return refuse(response, refusal, problemPages);
  setTarget(request, path, await withRegistered(query, path, registered));
  const parameters = Buffer.from(await withRegistered(form.toString('latin1'), path, registered), 'latin1');
  if (isForm) putBackForm(request, parameters);
  const endpoint = postedQuery(request, path);
  if (!endpoint) return true;
  if (hasOtherBody(request)) return refuse(response, notAForm, pages(request));
  return asGet(request, response, endpoint, parameters);
}

/** Whether the request has a form (RFC 6749 appendix B). `oidc-provider` refuses any other body. */
function hasForm({ headers }: IncomingMessage): boolean {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  const length = headers['content-length'];
  return isForm && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0));
}

/** Puts the form back, because `oidc-provider` reads it again. */
function putBackForm(request: IncomingMessage, form: Buffer): void {
  const { headers } = request;
  putBackBody(request, form);
  // An empty form is no form.
  if (form.length === 0) for (const name of bodyHeaders) delete headers[name];
  else if (headers['content-length'] !== undefined) headers['content-length'] = String(form.length);
}

const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding'];

/** A preflight request (CORS) is answered by `oidc-provider`. */
const hasMethod = ({ method = '', headers }: IncomingMessage, methods: readonly string[]): boolean =>
  methods.includes(method) || (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined);

/** RFC 9110 §15.5.6 and §9.3.7. */
async function refuseMethod(
  { method }: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
): Promise<false> {
  response.setHeader('allow', [...methods, 'OPTIONS'].join(', '));
  if (method !== 'OPTIONS')
    return refuse(response, { status: 405, description: 'this address does not support this method' });
  response.writeHead(204).end();
  return false;
}

const notAForm: Refusal = { status: 400, description: 'the body must be application/x-www-form-urlencoded' };

const hasOtherBody = (request: IncomingMessage): boolean =>
  !hasForm(request) && request.headers['content-type'] !== undefined;

// With another policy, a redirect would separate a sign-in window from the application that opened it.
const redirectHeaders = { 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' };

/**
 * Handles a form like a GET with the same parameters. If another site posted it, the browser sent no SameSite=Lax
 * cookies and so no session; the GET after the redirect has them. 8 KiB fit into a request head of 16 KiB.
 */
function asGet(request: IncomingMessage, response: ServerResponse, endpoint: string, form: Buffer): boolean {
  const query = new URLSearchParams(form.toString('utf8')).toString();
  if (request.headers['sec-fetch-site'] !== 'cross-site') {
    request.method = 'GET';
    setTarget(request, endpoint, query);
    return true;
  }
  response.writeHead(303, { ...redirectHeaders, location: `${mount}${endpoint}?${query}` }).end();
  return false;
}

/**
 * A client may have an empty secret (RFC 6749 §2.3.1), but `oidc-provider` calls such a Basic header malformed. A
 * secret that is too short to be any application's takes its place, so the response is that to a wrong secret.
 */
function fillEmptySecret({ headers }: IncomingMessage): void {
  const encoded = /^basic ([a-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '')?.[1];
  const credentials = Buffer.from(encoded ?? '', 'base64').toString('latin1');
  if (!/^[^:]+:$/.test(credentials)) return;
  headers.authorization = `Basic ${Buffer.from(`${credentials}none`, 'latin1').toString('base64')}`;
}

const isForPeople = (path: string): boolean => /^\/(auth|session\/end)$/.test(path);

const errors: Readonly<Record<number, string>> = { 404: 'not_found', 405: 'method_not_allowed' };

/** A page at addresses that people visit, JSON elsewhere, as `oidc-provider` does. */
async function refuse(response: ServerResponse, { status, description }: Refusal, pages?: IssuerPages): Promise<false> {
  const error = errors[status] ?? 'invalid_request';
  if (pages) {
    const html = await pages.problem({ error, description, reference: undefined });
    response.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' }).end(html);
  } else {
    const body = JSON.stringify({ error, error_description: description });
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .end(body);
  }
  return false;
}
