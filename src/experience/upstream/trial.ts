import { browserHashOf } from '../../domain/flow/browser.ts';
import { readIdentity } from '../../domain/identity-providers/read-identity.ts';
import { readResult, refusedResult, statedResult, type TrialResult } from '../../domain/identity-providers/trial.ts';
import { tokenText } from '../../domain/people/one-time-token.ts';
import { explainSignInWith } from '../../reads/explain-identity.ts';
import { findProvider } from '../../store/identity-providers/providers.ts';
import { keepRequest, keepResult, type StoredTrial, takeRequest } from '../../store/identity-providers/trials.ts';
import { trialPath } from '../../vocabulary/identity-providers/identity-provider-presets.ts';
import { rulesOf } from './receive.ts';
import { connectTo, type Returned, type Continuation, type UpstreamServices } from './upstream-services.ts';

/** Sends the administrator to the provider: the address; undefined if there is none, which the result explains. */
export async function goToTrial(services: UpstreamServices, trial: StoredTrial): Promise<string | undefined> {
  const { database, secretBox, ids, identityProviders } = services;
  const { prisma } = database;
  const { id, identityProviderId } = trial;
  const provider = await findProvider(prisma, identityProviderId);
  if (!provider) return undefined;
  const secret = ids.secret();
  const { connection, redirectUri } = connectTo(services, provider);
  const request = { state: tokenText(id, secret), forcesSignIn: false, redirectUri };
  const begun = await identityProviders.begin(connection, request);
  if ('problem' in begun) {
    await keepResult(prisma, secretBox, { id, result: refusedResult(begun.problem, begun.message) });
    return undefined;
  }
  await keepRequest(prisma, secretBox, { id, providerVersion: provider.version, secret, request: begun.kept });
  return begun.url;
}

/** Accepts the one response to a trial; undefined if it is for none. The browser that brings it is shown the result. */
export async function receiveTrial(services: UpstreamServices, received: Returned): Promise<Continuation | undefined> {
  const { database, secretBox, clock, ids } = services;
  const taken = await takeRequest(database.prisma, secretBox, received, clock.now());
  if (!taken) return undefined;
  const result = await resultOf(services, received, taken);
  const secret = ids.secret();
  const browserHash = browserHashOf(secret);
  await keepResult(database.prisma, secretBox, { id: received.id, result, browserHash });
  return { path: trialPath(received.id), secret };
}

/**
 * The statements of the response, the identity that is read from them, and its effect. The provider counts as enabled.
 */
async function resultOf(
  services: UpstreamServices,
  { identityProviderId, state, response }: Returned,
  { trial, request }: NonNullable<Awaited<ReturnType<typeof takeRequest>>>,
): Promise<TrialResult> {
  const { database, identityProviders } = services;
  const provider = await findProvider(database.prisma, identityProviderId);
  if (provider?.version !== trial.providerVersion) return refusedResult('provider-disabled', null);
  const { connection, redirectUri } = connectTo(services, provider);
  const finished = await identityProviders.finish(connection, request, redirectUri, state, response);
  if ('problem' in finished) {
    const { problem, message, unverified } = finished;
    return refusedResult(problem, unverified === undefined ? message : `${message} Its description: ${unverified}`);
  }
  const stated = statedResult(finished.identity);
  const read = readIdentity(rulesOf(provider), finished.identity);
  if (read === 'identity-domain') return { ...stated, refused: read };
  return readResult(stated, read, await explainSignInWith(services, provider, read));
}
