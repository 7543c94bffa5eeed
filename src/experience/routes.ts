import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Config } from '../config.ts';
import { readBody } from '../http/body.ts';
import type { Interactions, PendingInteraction } from '../oidc/provider/interactions.ts';
import { pageHeaders } from '../oidc/provider/pages.ts';
import type { Ids } from '../platform/ids/ids.ts';
import { consentSummary } from './consent-summary.ts';
import { createLogos, type LogoServices } from './logos.ts';
import { consentPage } from './pages/consent-page.ts';
import { style } from './pages/layout.ts';
import { expiredPage, foreignFormPage, issuerPages, longFormPage } from './pages/notices.ts';
import { refusal, signInPage, tooBusy } from './pages/sign-in-page.ts';
import { signIn, type SignInServices } from './sign-in.ts';

export interface ExperienceServices extends SignInServices, LogoServices {
  config: Pick<Config, 'publicUrl'>;
  ids: Ids;
  interactions: Interactions;
  /** IP address of the client. */
  addressOf(request: IncomingMessage): string | undefined;
  /** Loads which kinds of hashes are stored into `passwords` (learn-hashes.ts). */
  loadHashKinds(): Promise<void>;
}

type PageContext = Context<{ Bindings: HttpBindings }>;

/** The pages for sign-in and consent. Each authorization request has one address. */
export function createExperience(services: ExperienceServices): Hono<{ Bindings: HttpBindings }> {
  const logoOf = createLogos(services);
  return new Hono<{ Bindings: HttpBindings }>()
    .get('/sign-in/style.css', (context) => context.body(style, 200, styleHeaders))
    .get('/sign-in/:uid', async (context) => {
      const pending = await find(context, services);
      return pending ? show(context, pending, services) : answer(context, expiredPage(), 410);
    })
    .get('/sign-in/:uid/logo', async (context) => {
      const pending = await find(context, services);
      const image = pending && (await logoOf(pending.application.id));
      if (!image) return context.body(null, 404, { 'cache-control': 'no-store' });
      return context.body(new Uint8Array(image.bytes), 200, { ...logoHeaders, 'content-type': image.mediaType });
    })
    .post('/sign-in/:uid', async (context) => {
      if (!isFromOurPage(context, services.config.publicUrl)) return answer(context, foreignFormPage(), 403);
      const form = await readBody(context.env.incoming, formLimit);
      if (form === 'too large') return answer(context, longFormPage(formLimit), 413);
      // The client closed the connection: no response can be received.
      if (!form) return context.body(null, 400);
      const pending = await find(context, services);
      return pending ? submit(context, pending, form, services) : answer(context, expiredPage(), 410);
    });
}

/** Bytes of a form: several times the longest identifier and password, percent-encoded. */
const formLimit = 16_384;

const styleHeaders = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};

/** The image comes from elsewhere: whatever it contains, browsers only display it. */
const logoHeaders = {
  'cache-control': 'private, max-age=3600',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const find = (context: PageContext, { interactions }: ExperienceServices) =>
  interactions.find(context.env, context.req.param('uid') ?? '');

async function show(
  context: PageContext,
  pending: PendingInteraction,
  services: ExperienceServices,
): Promise<Response> {
  const html = pending.prompt === 'login' ? signInForm(pending) : await consentForm(pending, services);
  return answer(context, html, 200);
}

async function submit(
  context: PageContext,
  pending: PendingInteraction,
  form: Buffer,
  services: ExperienceServices,
): Promise<Response> {
  // Any body is read as a form: others have no fields.
  const fields = new URLSearchParams(form.toString());
  if (fields.get('answer') === 'no') return proceed(context, await services.interactions.refuse(context.env));
  if (pending.prompt === 'consent') {
    return proceed(context, await services.interactions.consent(context.env, pending));
  }
  return attempt(context, pending, fields, services);
}

/** Attempts to sign in, with a slot in the hashing queue. */
async function attempt(
  context: PageContext,
  pending: PendingInteraction,
  fields: URLSearchParams,
  services: ExperienceServices,
): Promise<Response> {
  const [identifier, password] = [fields.get('identifier') ?? '', fields.get('password') ?? ''];
  const signal = closedSignal(context);
  const address = services.addressOf(context.env.incoming);
  const account = identifier.trim().toLowerCase();
  const place = services.passwords.enter({ address, page: pending.uid, account, signal });
  if (!place) return busy(context, signInForm(pending, { identifier, problem: tooBusy }));
  try {
    await services.loadHashKinds();
    const requestId = String(context.env.outgoing.getHeader('x-request-id') ?? services.ids.next('request'));
    const applicationId = pending.application.id;
    const signedIn = await signIn(services, { identifier, password, applicationId, requestId, place });
    if (signedIn) return proceed(context, await services.interactions.signIn(context.env, signedIn));
    await place.refuse();
    return answer(context, signInForm(pending, { identifier, problem: refusal }), 422);
  } catch (error) {
    // The client closed the connection: no response can be received.
    if (signal.aborted) return context.body(null, 400);
    throw error;
  } finally {
    place.leave();
  }
}

/** Aborted when the client closes the connection before the response. */
function closedSignal({ env: { outgoing } }: PageContext): AbortSignal {
  const closing = new AbortController();
  outgoing.once('close', () => closing.abort());
  if (outgoing.destroyed) closing.abort();
  return closing.signal;
}

/** Seconds after which clients may retry when the queue is full. */
const busyFor = 5;
const busy = (context: PageContext, html: string): Response =>
  context.html(html, 503, { ...pageHeaders, 'retry-after': String(busyFor) });

/** The sign-in form; after an attempt, with its identifier and error. */
const signInForm = (
  { uid, application, loginHint }: PendingInteraction,
  { identifier = loginHint ?? '', problem }: { identifier?: string; problem?: string } = {},
): string => signInPage({ action: `/sign-in/${uid}`, applicationName: application.name, identifier, problem });

async function consentForm(
  { uid, application, userId, requested }: PendingInteraction,
  { database }: ExperienceServices,
): Promise<string> {
  const user = await database.prisma.user.findUnique({ where: { id: userId ?? '' } });
  const where = { id: application.id };
  const shown = await database.prisma.application.findUnique({ where, select: { logoUri: true } });
  return consentPage({
    action: `/sign-in/${uid}`,
    applicationName: application.name,
    logo: shown?.logoUri ? `/sign-in/${uid}/logo` : undefined,
    isThirdParty: application.isThirdParty,
    userName: user?.name ?? user?.username ?? user?.email ?? user?.phone ?? 'an unnamed account',
    sections: await consentSummary(database, requested),
  });
}

/**
 * The cookie of the interaction is SameSite=Lax, and its address cannot be guessed. In addition, browsers send the
 * origin of a form.
 */
function isFromOurPage(context: PageContext, publicUrl: string): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('origin');
  return origin === undefined || origin === publicUrl;
}

const answer = (context: PageContext, html: string, status: 200 | 403 | 410 | 413 | 422): Response =>
  context.html(html, status, { ...pageHeaders });

/** To the next address; undefined if the request or the session has ended. */
const proceed = (context: PageContext, url: string | undefined): Response =>
  url === undefined ? answer(context, expiredPage(), 410) : navigate(context, url);

/** Browsers get a page that navigates (see pagePolicy), other clients a redirect. */
function navigate(context: PageContext, url: string): Response {
  const wantsPage = context.req.header('accept')?.includes('text/html') ?? false;
  if (wantsPage) return answer(context, issuerPages.moveOn(url), 200);
  return context.body(null, 303, { location: url, 'cache-control': 'no-store' });
}
