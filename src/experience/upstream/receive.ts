import { browserHashOf } from '../../domain/flow/browser.ts';
import { readIdentity } from '../../domain/identity-providers/read-identity.ts';
import type { IdentityRules } from '../../domain/identity-providers/upstream-identity.ts';
import { personOnPages } from '../../kernel/actor.ts';
import type { Origin } from '../../kernel/types.ts';
import { recordProviderResponse } from '../../operations/flows/provider/record-provider-response.ts';
import { takeProviderResponse } from '../../operations/flows/provider/take-provider-response.ts';
import type { ReturnedIdentity } from '../../store/flows/flow.ts';
import { findProvider, recordProviderSuccess, type StoredProvider } from '../../store/identity-providers/providers.ts';
import { reportProblem } from './report-problem.ts';
import { connectTo, type KeptSignIn, type UpstreamServices } from './upstream-services.ts';

/** A response of an identity provider, for the challenge that its `state` names. */
interface ReceivedResponse {
  id: string;
  flowId: string;
  /** The id of the provider. */
  recipient: string;
  kept: KeptSignIn;
  state: string;
  response: URLSearchParams;
}

/**
 * Accepts the one response for a challenge, and keeps the identity for the page. It needs the flow's cookie, of the
 * browser that began, and the secret that is returned here, of the browser that has come back: they are the same one.
 * Undefined for a second response, which changes nothing.
 */
export async function receiveResponse(
  services: UpstreamServices,
  received: ReceivedResponse,
  origin: Origin,
): Promise<string | undefined> {
  const { execute, secretBox, ids } = services;
  const { id: challengeId, flowId } = received;
  const actor = personOnPages(flowId, null);
  const { output } = await execute(takeProviderResponse, actor, { flowId, challengeId }, origin);
  if (!output.isTaken) return undefined;
  const secret = ids.secret();
  const returned = { ...(await compare(services, received)), browserHash: browserHashOf(secret) };
  const answer = secretBox.seal(Buffer.from(JSON.stringify(returned)));
  const refused = 'refused' in returned ? returned.refused : null;
  await execute(recordProviderResponse, actor, { flowId, challengeId, answer, refused }, origin);
  return secret;
}

/** The rules by which the identities of a provider are read. */
export const rulesOf = (provider: StoredProvider): IdentityRules => ({
  ...provider,
  tenant: provider.protocol === 'oidc' ? provider.settings.tenant : null,
});

/** The identity that the response proves, as the rules of the provider read it; or why it is refused. */
async function compare(
  services: UpstreamServices,
  { recipient: providerId, kept: { request, providerVersion }, state, response }: ReceivedResponse,
): Promise<ReturnedIdentity> {
  const { database, clock, identityProviders } = services;
  const provider = await findProvider(database.prisma, providerId);
  if (!provider?.isEnabled || provider.version !== providerVersion) return { refused: 'provider-disabled' };
  const { connection, redirectUri } = connectTo(services, provider);
  const finished = await identityProviders.finish(connection, request, redirectUri, state, response);
  if ('problem' in finished) {
    await reportProblem(services, providerId, finished);
    return { refused: finished.problem };
  }
  await recordProviderSuccess(database.prisma, providerId, clock.now());
  const signsInSince = request.signsInSince === null ? null : new Date(request.signsInSince);
  const read = readIdentity(rulesOf(provider), finished.identity, { signsInSince });
  return read === 'identity-domain' ? { refused: read } : { read, providerVersion };
}
