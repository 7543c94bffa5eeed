import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Interactions } from '../oidc/provider/interactions.ts';
import type { PendingInteraction } from '../oidc/provider/pending-interaction.ts';
import { endOfSignIn } from '../store/sessions/oidc-records.ts';
import { createAccountPages } from './account/routes.ts';
import type { MemberServices } from './account/member.ts';
import { type Opening, showFlow, submitFlow } from './flow-pages.ts';
import { browserCookie } from './cookies/browser-cookie.ts';
import type { Fields } from './flow/answer.ts';
import { bindingOf, flowIdOf } from './flow/visit.ts';
import { hashOfBrowser } from '../oidc/provider/browser-binding.ts';
import { createStandalonePages } from './standalone/routes.ts';
import { recordConsentTo, refusedConsent, showConsent } from './consent.ts';
import { choiceOf, showChoice } from './select-account.ts';
import { createLogos, type LogoServices } from './logos.ts';
import { script } from './pages/layout.ts';
import { styleAt } from './pages/style.ts';
import { createProviderReturns } from './upstream/routes.ts';
import { createTrialPage } from './trial/routes.ts';
import { createApplicationTrialPages, type ApplicationTrialServices } from './application-trial/routes.ts';
import type { UpstreamServices } from './upstream/upstream-services.ts';
import { destinationsOf } from './flow/destinations.ts';
import { createLinks } from './link/routes.ts';
import { createUndoLinks } from './link/undo.ts';
import { type PageContext, showBrandOf } from './requests.ts';
import { inTurn, withoutTurn } from './turns.ts';
import { labelRequest } from '../http/request-labels.ts';
import type { Turns } from '../http/turns.ts';
import { navigate, readForm, refuse, showDone } from './responses.ts';
import { scriptHeaders, sendFile, styleHeaders } from './send-file.ts';

interface ExperienceServices
  extends MemberServices,
    UpstreamServices,
    ApplicationTrialServices,
    Pick<LogoServices, 'fetchImage'>,
    Turns {
  interactions: Interactions;
}

/** The pages for people. Each authorization request has one address. */
export function createExperience(services: ExperienceServices): Hono<{ Bindings: HttpBindings }> {
  const logoOf = createLogos(services);
  return new Hono<{ Bindings: HttpBindings }>()
    .use(inTurn(services))
    .use(async (context, next) => {
      labelRequest(context.env.outgoing, { channel: 'sign-in' });
      showBrandOf(context, services.database, null);
      await next();
    })
    .route('/', createAccountPages(services))
    .route('/', createUndoLinks(services))
    .route('/', createLinks(services))
    .route('/', createStandalonePages(services))
    .route('/', createProviderReturns(services))
    .route('/', createTrialPage(services))
    .route('/', createApplicationTrialPages(services))
    .get('/sign-in/style.css', withoutTurn, (context) =>
      sendFile(
        context,
        styleAt((name) => context.req.query(name)),
        styleHeaders,
      ),
    )
    .get('/sign-in/script.js', withoutTurn, (context) => sendFile(context, script, scriptHeaders))
    .get('/sign-in/:uid', async (context) => {
      const pending = await find(context, services);
      return pending ? show(context, pending, services) : showEnd(context, services);
    })
    .get('/sign-in/logos/:applicationId', withoutTurn, async (context) => {
      const image = await logoOf(context.req.param('applicationId'));
      if (!image) return context.body(null, 404, { 'cache-control': 'no-store' });
      return context.body(new Uint8Array(image.bytes), 200, { ...logoHeaders, 'content-type': image.mediaType });
    })
    .post('/sign-in/:uid', async (context) => {
      const fields = await readForm(context, services.config.publicUrl);
      if (fields instanceof Response) return fields;
      const pending = await findInTurn(context, services);
      return pending ? submit(context, pending, fields, services) : showEnd(context, services);
    });
}

/** The image comes from elsewhere, perhaps slowly. Whatever it contains, browsers only display it. */
const logoHeaders = {
  'cache-control': 'public, max-age=3600',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

async function find(context: PageContext, services: ExperienceServices): Promise<PendingInteraction | undefined> {
  const { interactions } = services;
  const isRead = context.req.method === 'GET';
  const pending = await interactions.find(context.env, context.req.param('uid') ?? '', isRead);
  if (pending) showBrandOf(context, services.database, pending.application.id);
  return pending;
}

/** One at a time, after token requests. */
const findInTurn = (context: PageContext, services: ExperienceServices) =>
  services.admission.run('form', services.networkOf(context.env.incoming), () => find(context, services));

async function show(
  context: PageContext,
  pending: PendingInteraction,
  services: ExperienceServices,
): Promise<Response> {
  if (pending.isRefused) return resume(context, services);
  if (pending.prompt === 'consent') return showConsent(context, pending, services);
  if (pending.prompt === 'select_account') return showChoice(context, pending, services);
  const browserSecret = browserCookie(context, services.config.publicUrl).renew(services.ids);
  return (await showFlow(context, openingOf(pending, browserSecret), services)) ?? resume(context, services);
}

/** The flow of an authorization request in a browser. */
const openingOf = (pending: PendingInteraction, browserSecret: string): Opening => ({
  ...pending,
  binding: bindingOf(pending.uid, browserSecret),
  browser: hashOfBrowser(browserSecret),
  action: `/sign-in/${pending.uid}`,
});

async function submit(
  context: PageContext,
  pending: PendingInteraction,
  fields: Fields,
  services: ExperienceServices,
): Promise<Response> {
  const { interactions } = services;
  if (pending.isRefused) return resume(context, services);
  if (fields['way'] === 'cancel' || fields['answer'] === 'no')
    return proceed(context, await interactions.refuse(pending), services);
  if (pending.prompt === 'consent') {
    if (fields['answer'] !== 'yes') return showConsent(context, pending, services);
    // A form that was sent twice: it is counted and stored once, and leads where the first one led.
    if (pending.record.result?.['consent']) return proceed(context, pending.record.returnTo, services);
    const refused = await refusedConsent(context, pending, services);
    if (refused) return refused;
    const record = () => recordConsentTo(context, pending, services);
    return proceed(context, await interactions.consent(pending, record), services);
  }
  if (pending.prompt === 'select_account') {
    const choice = choiceOf(fields);
    if (!choice) return showChoice(context, pending, services);
    return proceed(context, await interactions.choose(pending, choice), services);
  }
  const browserSecret = browserCookie(context, services.config.publicUrl).renew(services.ids);
  const answered = await submitFlow(context, openingOf(pending, browserSecret), fields, services);
  if (answered === 'over') return resume(context, services);
  if (answered instanceof Response) return answered;
  if ('purpose' in answered) throw new Error('the flow of an authorization request ended without a sign-in');
  return proceed(context, pending.record.returnTo, services);
}

/** The flow has ended: the person continues if they are signed in, for example after a form that was sent twice. */
const resume = async (context: PageContext, services: ExperienceServices): Promise<Response> =>
  proceed(context, await services.interactions.resume(context.env), services);

/** To the next address; undefined if the request or the session has ended. */
const proceed = async (
  context: PageContext,
  url: string | undefined,
  services: ExperienceServices,
): Promise<Response> => (url === undefined ? showEnd(context, services) : navigate(context, url));

/**
 * The request is over: the person continues in its application if they have signed in here, and otherwise begins again
 * there.
 */
async function showEnd(context: PageContext, services: ExperienceServices): Promise<Response> {
  const { database, clock, ids, config } = services;
  const { prisma } = database;
  const uid = context.req.param('uid') ?? '';
  const browserSecret = browserCookie(context, config.publicUrl).value ?? '';
  const flowId = flowIdOf(ids, bindingOf(uid, browserSecret));
  const { applicationId, isFinished } = await endOfSignIn(prisma, uid, flowId);
  if (applicationId !== null) showBrandOf(context, services.database, applicationId);
  const applications = applicationId === null ? [] : await destinationsOf(prisma, applicationId, clock.now());
  return isFinished ? showDone(context, 'sign-in', applications) : refuse(context, 'expired', applications);
}
