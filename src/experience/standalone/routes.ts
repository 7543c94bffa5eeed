import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { second } from '../../domain/durations.ts';
import { hasFlowFinished } from '../../store/flows/flows.ts';
import type { Fields } from '../flow/answer.ts';
import { flowIdOf } from '../flow/visit.ts';
import { type Opening, showFlow, type StepServices, submitFlow } from '../flow-pages.ts';
import { destinationsOf } from '../flow/destinations.ts';
import type { PageContext } from '../requests.ts';
import { readForm, refuse, showDone } from '../responses.ts';
import { standaloneCookie } from './cookie.ts';
import { type StandalonePage, standalonePages } from '../pages/standalone-pages.ts';

/** The pages on which people reset a password or sign up without an application. */
export function createStandalonePages(services: StepServices): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  for (const page of standalonePages)
    routes
      .get(page.address, (context) => show(context, page, services))
      .post(page.address, async (context) => {
        const fields = await readForm(context, services.config.publicUrl);
        return fields instanceof Response ? fields : submit(context, page, fields, services);
      });
  return routes;
}

const openingOf = (uid: string, { address, purpose }: StandalonePage): Opening => ({
  uid,
  binding: uid,
  browser: null,
  action: address,
  application: { id: null, name: 'Mandate' },
  purpose,
  loginHint: undefined,
  languages: [],
  requestedLevel: 1,
  session: undefined,
  userId: undefined,
});

/** The present step. A flow that is over is replaced by a new one. */
async function show(context: PageContext, page: StandalonePage, services: StepServices): Promise<Response> {
  const cookie = standaloneCookie(context, services.config.publicUrl, page);
  const shown = cookie.uid === undefined ? undefined : await showFlow(context, openingOf(cookie.uid, page), services);
  if (shown) return shown;
  const uid = cookie.renew(services.ids.secret());
  return (await showFlow(context, openingOf(uid, page), services)) ?? refuse(context, page.expired);
}

async function submit(
  context: PageContext,
  page: StandalonePage,
  fields: Fields,
  services: StepServices,
): Promise<Response> {
  const cookie = standaloneCookie(context, services.config.publicUrl, page);
  if (cookie.uid === undefined) return refuse(context, page.expired);
  const answered = await submitFlow(context, openingOf(cookie.uid, page), fields, services);
  if (answered instanceof Response) return answered;
  const isDone = answered !== 'over' || (await hasJustEnded(cookie.uid, services));
  if (!isDone) return refuse(context, page.expired);
  // The person goes to an application, which begins a sign-in.
  return showDone(context, page.purpose, await destinationsOf(services.database.prisma, null, services.clock.now()));
}

/** Milliseconds in which the last answer is sent twice by one person, for example by a double click. */
const doubleClick = 10 * second;

/** The same answer leads to the same end; a later one may contain another password, which is not set. */
function hasJustEnded(uid: string, { database, ids, clock }: StepServices): Promise<boolean> {
  const since = new Date(clock.now().getTime() - doubleClick);
  return hasFlowFinished(database.prisma, flowIdOf(ids, uid), since);
}
