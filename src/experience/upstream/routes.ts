import { timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { requestIdsIn } from '../../domain/trace-context.ts';
import { identifyRequest } from '../../http/request-ids.ts';
import { readBody } from '../../http/body.ts';
import { tokenHash, tokenParts } from '../../domain/people/one-time-token.ts';
import { tryOpenJson } from '../../platform/crypto/secret-box.ts';
import { isId } from '../../platform/ids/ids.ts';
import { findReturn } from '../../store/flows/challenges.ts';
import { providerReturnPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import type { PageContext } from '../requests.ts';
import { returnCookie } from '../cookies/return-cookie.ts';
import { redirect, refuse } from '../responses.ts';
import { receiveResponse } from './receive.ts';
import { waitsForProvider } from '../turns.ts';
import { receiveTrial } from './trial.ts';
import type { KeptSignIn, Returned, Continuation, UpstreamServices } from './upstream-services.ts';

/**
 * Bytes of a form: of the largest document of SAML that is read (128 KiB), in Base64, each character of it escaped; and
 * of what comes with it.
 */
const responseLimit = 3 * 4 * Math.ceil(131_072 / 3) + 4096;
/** Parameters of a response. Those of the protocols are fewer than ten. */
const mostParameters = 100;

/**
 * The address to which identity providers send people back: with a query, or with a form that the browser posts from
 * another site, so without a cookie. The flow is found by `state`, which SAML calls RelayState, and sends by form only;
 * its page, to which the browser is sent, has the cookie.
 */
export const createProviderReturns = (services: UpstreamServices): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>()
    .get(providerReturnPath(':identityProviderId'), waitsForProvider, (context) => {
      const query = new URL(context.req.url).searchParams;
      return takeBack(context, { state: query.get('state') ?? '', response: query }, services);
    })
    .post(providerReturnPath(':identityProviderId'), async (context) => {
      const body = await readBody(context.env.incoming, responseLimit);
      if (body === 'too large') return refuse(context, 'form-too-long');
      if (!body) return context.body(null, 400);
      const form = new URLSearchParams(body.toString());
      const state = form.get('state') ?? form.get('RelayState') ?? '';
      return takeBack(context, { state, response: form }, services);
    });

async function takeBack(
  context: PageContext,
  { state, response }: { state: string; response: URLSearchParams },
  services: UpstreamServices,
): Promise<Response> {
  if (response.size > mostParameters) return refuse(context, 'form-too-long');
  const token = tokenParts(state);
  const identityProviderId = context.req.param('identityProviderId') ?? '';
  const returned = token && { ...token, identityProviderId, state, response };
  const taken = returned && (await take(context, returned, services));
  if (!taken) return refuse(context, 'expired');
  const { path, secret } = taken;
  if (secret !== undefined) returnCookie(context, services.config.publicUrl, path).keep(secret);
  return redirect(context, path);
}

/** Undefined if the response is for nothing that was begun. */
const take = (
  context: PageContext,
  returned: Returned,
  services: UpstreamServices,
): Promise<Continuation | undefined> =>
  isId('identityProviderTrial', returned.id)
    ? receiveTrial(services, returned)
    : receiveSignIn(context, returned, services);

async function receiveSignIn(
  context: PageContext,
  { id, secret: ofState, identityProviderId, state, response }: Returned,
  services: UpstreamServices,
): Promise<Continuation | undefined> {
  const { database, secretBox } = services;
  const stored = await findReturn(database.prisma, id);
  if (!stored || stored.recipient !== identityProviderId) return undefined;
  const isOurs = timingSafeEqual(tokenHash(ofState), stored.secretHash);
  const kept = isOurs && stored.sealed && (tryOpenJson(secretBox, stored.sealed) as KeptSignIn | undefined);
  if (!kept) return undefined;
  const ids = requestIdsIn(identifyRequest(context.env.incoming, context.env.outgoing, services.ids));
  const secret = await receiveResponse(services, { ...stored, kept, state, response }, { ...ids, channel: 'sign-in' });
  return { path: kept.returnPath, secret };
}
