import { hash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import {
  failedSignInTrial,
  signInTrialPath,
  signInTrialReturnPath,
  signInTrialScopes,
} from '../../domain/oauth/sign-in-trial.ts';
import { tokenParts, tokenText } from '../../domain/people/one-time-token.ts';
import { hashOfBrowser } from '../../oidc/provider/browser-binding.ts';
import { presentBrowser } from '../../oidc/provider/storage/request-scope.ts';
import {
  endSignInTrial,
  findSignInTrial,
  findWaitingTrial,
  openSignInTrial,
  type StoredSignInTrial,
  takeSignInTrial,
} from '../../store/sign-in-trials.ts';
import { readMember } from '../account/member.ts';
import { signIn } from '../account/sign-in.ts';
import { browserCookie } from '../cookies/browser-cookie.ts';
import type { PageContext } from '../requests.ts';
import { redirect, refuse } from '../responses.ts';
import { anotherUser, type ApplicationTrialServices, resultOfTrial } from './result.ts';

export type { ApplicationTrialServices } from './result.ts';

/**
 * The pages on which a trial sign-in to an application starts and ends, in the one browser in which its administrator
 * is signed in: who is sent to them by someone else shows them nothing.
 */
export const createApplicationTrialPages = (services: ApplicationTrialServices): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>()
    .get(signInTrialPath(':id'), async (context) => {
      const { database, clock } = services;
      const member = await readMember(context, services);
      if (!member) return signIn(context, services, { path: context.req.path });
      const id = context.req.param('id') ?? '';
      const trial = await findSignInTrial(database.prisma, { id, userId: member.account.id }, clock.now());
      const address = trial && (await begin(context, services, trial));
      return address ? redirect(context, address) : refuse(context, 'expired');
    })
    .get(signInTrialReturnPath(':id'), async (context) => {
      const { database, secretBox, config } = services;
      const taken = await take(context, services);
      if (!taken) return refuse(context, 'expired');
      const { trial } = taken;
      let result = failedSignInTrial('server_error', null);
      try {
        result = await resultOfTrial(services, context, taken);
      } finally {
        await endSignInTrial(database.prisma, secretBox, { trial, result });
      }
      const query = new URLSearchParams({ application: trial.applicationId, trial: trial.id });
      return redirect(context, `${config.publicUrl}/console/tried?${query}`);
    });

/** The authorization request, which the application would send; undefined for a second one. */
async function begin(
  context: PageContext,
  { database, secretBox, clock, ids, config }: ApplicationTrialServices,
  { id, applicationId, resource }: StoredSignInTrial,
): Promise<string | undefined> {
  const [secret, verifier] = [ids.secret(), ids.secret()];
  const browser = hashOfBrowser(browserCookie(context, config.publicUrl).renew(ids));
  const kept = { id, secret, browser, verifier };
  if (!(await openSignInTrial(database.prisma, secretBox, kept, clock.now()))) return undefined;
  const where = { resource: { indicator: resource ?? '' } };
  const scopes = resource === null ? [] : await database.prisma.scope.findMany({ where, select: { name: true } });
  const parameters = new URLSearchParams({
    client_id: applicationId,
    response_type: 'code',
    redirect_uri: config.publicUrl + signInTrialReturnPath(id),
    scope: [...signInTrialScopes, ...scopes.map(({ name }) => name)].join(' '),
    state: tokenText(id, secret),
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...(resource !== null && { resource }),
  });
  return `${config.issuer}/auth?${parameters}`;
}

/**
 * Takes the one response, in the browser and by the person that began; undefined for any other. If another person has
 * signed in there meanwhile, the trial ends.
 */
async function take(context: PageContext, services: ApplicationTrialServices) {
  const { database, secretBox, clock, config } = services;
  const token = tokenParts(context.req.query('state') ?? '');
  if (!token || token.id !== context.req.param('id')) return undefined;
  const member = await readMember(context, services);
  const presented = { ...token, browser: presentBrowser(config.publicUrl) };
  const waiting = await findWaitingTrial(database.prisma, secretBox, presented, clock.now());
  if (!waiting || !member || !(await takeSignInTrial(database.prisma, waiting.trial))) return undefined;
  const { trial } = waiting;
  if (trial.userId === member.account.id) return waiting;
  const result = failedSignInTrial('access_denied', anotherUser);
  await endSignInTrial(database.prisma, secretBox, { trial, result });
  return undefined;
}
