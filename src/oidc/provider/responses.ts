import type { ErrorOut, KoaContextWithOIDC } from './library.ts';
import { keySetMaxAge } from '../../domain/oauth/signing-keys.ts';
import { outageHeaders } from '../../http/problem.ts';
import { type PagesOf, pageHeaders } from './pages.ts';
import type { GrantRefusal } from '../grants/grant.ts';
import { unavailable } from '../unavailable.ts';

type Next = () => Promise<unknown>;

/** The library's own pages post a form to an application; the hashes of their scripts are added to script-src. */
const policy = "default-src 'none'; script-src; frame-ancestors 'none'; base-uri 'none'";
const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'unsafe-none',
};

/** Addresses that browsers visit. All other addresses respond with JSON, whatever the client accepts. */
const routesForPeople = ['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success'];

const isForPeople = (context: KoaContextWithOIDC): boolean => routesForPeople.includes(context.oidc.route);

/** Responds with a page of ours. */
export function sendPage(context: KoaContextWithOIDC, html: string): void {
  context.set({ ...pageHeaders });
  context.type = 'html';
  context.body = html;
}

/** Called by the library for an error if the client accepts HTML. */
export function createRenderError(pages: PagesOf) {
  return async (context: KoaContextWithOIDC, out: ErrorOut): Promise<void> => {
    if (!isForPeople(context)) {
      context.body = out;
      return;
    }
    const { error, error_description: description } = clean(out, context);
    const reference = context.state['reference'] as string | undefined;
    sendPage(context, await pages(context.req).problem({ error, description, reference }));
  };
}

/** Runs around the library: sets the headers, responds with JSON to unknown addresses, and rewrites errors. */
export function shapeResponses(pages: PagesOf) {
  return async (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    context.set(headers);
    await next();
    if (context.status === 404 && (context.body ?? null) === null) notFound(context);
    if (context.state['isUnavailable']) {
      context.status = 503;
      context.set(outageHeaders);
    }
    allowCaching(context);
    if (isError(context.body)) context.body = clean(context.body, context);
    // RFC 6749 §5.1 requires both for tokens.
    if (context.response.get('cache-control') === 'no-store') context.set('pragma', 'no-cache');
    // RFC 9110 §15.5.2: a 401 has a challenge, also if the credentials were in the body.
    if (context.status === 401 && !context.response.get('www-authenticate')) {
      context.set('www-authenticate', `Basic realm="${context.oidc.issuer}"`);
    }
    navigateAfterForm(context, pages);
  };
}

/** Seconds that the metadata may be cached: it changes only with a new version or setting. */
const metadataMaxAge = 3600;

/** RFC 9111 §5.2.2: seconds that responses which are the same for everyone may be cached. */
const lifetimes: Record<string, number> = { jwks: keySetMaxAge, discovery: metadataMaxAge };

function allowCaching(context: KoaContextWithOIDC): void {
  const seconds = lifetimes[context.oidc?.route];
  if (seconds !== undefined && context.status === 200) context.set('cache-control', `public, max-age=${seconds}`);
}

function notFound(context: KoaContextWithOIDC): void {
  context.status = 404;
  context.set('cache-control', 'no-store');
  context.body = { error: 'not_found', error_description: 'there is nothing at this address' };
}

/** The form of the sign-out page ends at an application on another origin: see pagePolicy. */
function navigateAfterForm(context: KoaContextWithOIDC, pages: PagesOf): void {
  const location = context.response.get('location');
  if (!location || context.oidc?.route !== 'end_session_confirm' || context.accepts('json', 'html') !== 'html') return;
  context.remove('location');
  context.status = 200;
  clearCache(context);
  sendPage(context, pages(context.req).moveOn(location));
}

/** A shared machine keeps no page of the person who has signed out (W3C Clear Site Data). */
export const clearCache = (context: KoaContextWithOIDC): void => context.set('clear-site-data', '"cache"');

const isError = (body: unknown): body is ErrorOut =>
  typeof body === 'object' && body !== null && typeof (body as Partial<ErrorOut>).error === 'string';

/** Descriptions of the library that repeat input of the client, and their replacements. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^origin /, 'this origin is not allowed for the client'],
  [/content-type bodies are supported/, 'the body must be application/x-www-form-urlencoded'],
];

/** An error with its code and a description, without input of the client. */
function clean(out: ErrorOut, context: KoaContextWithOIDC): ErrorOut {
  if (context.state['isUnavailable']) {
    return unavailable;
  }
  if (out.error === 'server_error') {
    return {
      error: out.error,
      error_description: `unexpected error, logged as ${context.state['reference']}`,
    };
  }
  const text = out.error_description;
  // RFC 6749 §5.2 has a code for it.
  const error = text === 'requested grant type is not allowed for this client' ? 'unauthorized_client' : out.error;
  const description = text && (replacements.find(([pattern]) => pattern.test(text))?.[1] ?? text);
  const members = context.state['members'] as GrantRefusal['members'];
  return { error, ...(description !== undefined && { error_description: description }), ...members };
}
