import { browserHashOf } from '../../domain/flow/browser.ts';
import { readIdentity } from '../../domain/identity-providers/read-identity.ts';
import { readResult, refusedResult, statedResult, type TrialResult } from '../../domain/identity-providers/trial.ts';
import { tokenText } from '../../domain/people/one-time-token.ts';
import { explainSignInWith } from '../../reads/explain-identity.ts';
import { connectionOf } from '../../store/identity-providers/connection.ts';
import { findProvider } from '../../store/identity-providers/providers.ts';
import { keepRequest, keepResult, type StoredTrial, takeRequest } from '../../store/identity-providers/trials.ts';
import { rulesOf } from './receive.ts';
import { returnUrl, type Taken, type UpstreamServices } from './upstream-services.ts';

/** The page of a trial, on which the browser of its administrator starts and ends it. */
const trialPath = (id: string): string => `/sign-in/trials/${id}`;

/** Sends the administrator to the provider: the address; undefined if there is none, which the result explains. */
export async function goToTrial(services: UpstreamServices, trial: StoredTrial): Promise<string | undefined> {
  const { database, secretBox, ids, identityProviders, config } = services;
  const { prisma } = database;
  const { id, identityProviderId } = trial;
  const provider = await findProvider(prisma, identityProviderId);
  if (!provider) return undefined;
  const secret = ids.secret();
  const redirectUri = returnUrl(config, identityProviderId);
  const request = { state: tokenText(id, secret), forcesSignIn: false, redirectUri };
  const begun = await identityProviders.begin(connectionOf(secretBox, provider, config.publicUrl), request);
  if ('problem' in begun) {
    await keepResult(prisma, secretBox, { id, result: refusedResult(begun.problem, begun.message) });
    return undefined;
  }
  await keepRequest(prisma, secretBox, { id, providerVersion: provider.version, secret, request: begun.kept });
  return begun.url;
}

interface ReceivedTrial {
  id: string;
  secret: string;
  identityProviderId: string;
  state: string;
  response: URLSearchParams;
}

/** Accepts the one response to a trial; undefined if it is for none. The browser that brings it is shown the result. */
export async function receiveTrial(services: UpstreamServices, received: ReceivedTrial): Promise<Taken | undefined> {
  const { database, secretBox, clock, ids } = services;
  const taken = await takeRequest(database.prisma, secretBox, received, clock.now());
  if (!taken) return undefined;
  const result = await resultOf(services, received, taken);
  const secret = ids.secret();
  const browserHash = browserHashOf(secret);
  await keepResult(database.prisma, secretBox, { id: received.id, result, browserHash });
  return { path: trialPath(received.id), secret };
}

/** What the response states, what is read from it, and what would follow. The provider counts as enabled. */
async function resultOf(
  services: UpstreamServices,
  { identityProviderId, state, response }: ReceivedTrial,
  { trial, request }: NonNullable<Awaited<ReturnType<typeof takeRequest>>>,
): Promise<TrialResult> {
  const { database, secretBox, identityProviders, config } = services;
  const provider = await findProvider(database.prisma, identityProviderId);
  if (provider?.version !== trial.providerVersion) return refusedResult('provider-disabled', null);
  const redirectUri = returnUrl(config, identityProviderId);
  const connection = connectionOf(secretBox, provider, config.publicUrl);
  const finished = await identityProviders.finish(connection, request, redirectUri, state, response);
  if ('problem' in finished) return refusedResult(finished.problem, finished.message);
  const stated = statedResult(finished.identity);
  const read = readIdentity(rulesOf(provider), finished.identity);
  if (read === 'identity-domain') return { ...stated, refused: read };
  return readResult(stated, read, await explainSignInWith(services, provider, read));
}
