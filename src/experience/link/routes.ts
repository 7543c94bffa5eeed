import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { readBody } from '../../http/body.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { isFlowOpen } from '../../store/flows/flows.ts';
import { isInteractionOpen } from '../../store/sessions/oidc-records.ts';
import { findLink, type Link } from '../../store/one-time-tokens/links.ts';
import { browserCookie } from '../cookies/browser-cookie.ts';
import { bindingOf, flowIdOf } from '../flow/visit.ts';
import { type StandalonePage, standalonePageOf } from '../pages/standalone-pages.ts';
import { branded, isFromOurPage, type PageContext, showBrandOf, textsOf, wantsJson } from '../requests.ts';
import { headersIn, navigate, refuse } from '../responses.ts';
import type { Texts } from '../texts/index.ts';
import { flowCookie, linkCookie } from './cookies.ts';
import { destinationsOf } from '../flow/destinations.ts';
import { linkKeptPage, linkPage, type LinkProblem, linkProblemPage } from '../pages/link-pages.ts';

interface LinkServices {
  config: { publicUrl: string };
  database: Pick<Database, 'prisma'>;
  clock: Clock;
  ids: Pick<Ids, 'of'>;
}

/**
 * The addresses in messages. GET changes nothing, however often a mail scanner requests it; POST acts in the browser
 * that sends it: it continues the sign-in of that browser, or the link is kept there for the next one.
 */
export function createLinks(services: LinkServices): Hono<{ Bindings: HttpBindings }> {
  return new Hono<{ Bindings: HttpBindings }>()
    .get('/link/:token', async (context) => {
      const { link, texts } = await find(context, services);
      if (link?.status !== 'valid') return refuseLink(context, link, texts, services);
      if (wantsJson(context)) return context.json(asJson(link), 200, headersIn(texts));
      return context.html(linkPage(link, await branded(context, texts), context.req.path), 200, headersIn(texts));
    })
    .post('/link/:token', async (context) => {
      if (!isFromOurPage(context, services.config.publicUrl)) return refuse(context, 'foreign-form');
      // It contains nothing, but has to be received before the response.
      await readBody(context.env.incoming, formLimit);
      const { link, texts } = await find(context, services);
      if (link?.status !== 'valid') return refuseLink(context, link, texts, services);
      linkCookie(context, services.config.publicUrl).keep(context.req.param('token'));
      return lead(context, link, texts, services);
    });
}

const formLimit = 1024;

async function find(context: PageContext, { database, clock }: LinkServices) {
  const link = await findLink(database.prisma, context.req.param('token') ?? '', clock.now());
  if (link?.applicationId) showBrandOf(context, database, link.applicationId);
  return { link, texts: textsOf(context) };
}

async function refuseLink(
  context: PageContext,
  link: Link | undefined,
  texts: Texts,
  { database, clock }: LinkServices,
): Promise<Response> {
  const problem = (link?.status ?? 'unknown') as LinkProblem;
  const status = link ? 410 : 404;
  if (wantsJson(context))
    return context.json({ problem: { name: problem, text: texts.link.problems[problem] } }, status, headersIn(texts));
  // An address that no message contained names no applications.
  const destinations = link ? await destinationsOf(database.prisma, link.applicationId, clock.now()) : [];
  return context.html(
    linkProblemPage(problem, link, destinations, await branded(context, texts)),
    status,
    headersIn(texts),
  );
}

const asJson = ({ kind, personName, organizationName, inviterName }: Link) => ({
  link: { kind, for: personName, organizationName, inviterName },
});

/** To the sign-in of this browser, or to an application, which begins one. */
async function lead(context: PageContext, link: Link, texts: Texts, services: LinkServices): Promise<Response> {
  const { database, clock, config } = services;
  const { value: browserSecret = '' } = browserCookie(context, config.publicUrl);
  const flows = flowCookie(context, config.publicUrl).uids.map((uid) => flowOf(uid, browserSecret, services));
  const location = await addressOf(flows, link, services);
  // The browser repeats the form there.
  if (location !== undefined) return context.body(null, 307, { location, 'cache-control': 'no-store' });
  const destinations = await destinationsOf(database.prisma, link.applicationId, clock.now());
  const [only] = destinations;
  if (only && destinations.length === 1) return navigate(context, only.url);
  if (wantsJson(context)) return context.json({ applications: destinations }, 200, headersIn(texts));
  return context.html(linkKeptPage(destinations, await branded(context, texts)), 200, headersIn(texts));
}

/** A flow of this browser. */
interface OwnFlow {
  uid: string;
  flowId: string;
  /** The page, if no application has requested it. */
  page: StandalonePage | undefined;
}

function flowOf(uid: string, browserSecret: string, { ids }: LinkServices): OwnFlow {
  const page = standalonePageOf(uid);
  return { uid, page, flowId: flowIdOf(ids, page ? uid : bindingOf(uid, browserSecret)) };
}

/** The address of the flow that takes the link: the one that requested it, else the last one. */
async function addressOf(flows: OwnFlow[], link: Link, services: LinkServices): Promise<string | undefined> {
  const isRequester = ({ flowId }: OwnFlow) => Number(flowId === link.flowId);
  for (const flow of flows.toSorted((one, other) => isRequester(other) - isRequester(one)))
    if (await takesLink(flow, link, services)) return flow.page?.address ?? `/sign-in/${encodeURIComponent(flow.uid)}`;
  return undefined;
}

/** True if the flow is open and takes the link. */
async function takesLink(
  { uid, flowId, page }: OwnFlow,
  { kind, purpose }: Link,
  { database, clock }: LinkServices,
): Promise<boolean> {
  const now = clock.now();
  const isTaken = page ? kind === 'code' && purpose === page.purpose : await isInteractionOpen(database, uid, now);
  return isTaken && isFlowOpen(database.prisma, flowId, now);
}
