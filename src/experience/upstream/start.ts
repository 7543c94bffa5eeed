import type { ProviderProblem, ProviderRequest } from '../../platform/identity-providers/identity-provider.ts';
import { findProvider } from '../../store/identity-providers/providers.ts';
import { reportProblem } from './report-problem.ts';
import { connectTo, type KeptSignIn, type UpstreamServices } from './upstream-services.ts';

type StartRequest = Omit<ProviderRequest, 'redirectUri'> & Pick<KeptSignIn, 'returnPath'>;

/** The address to which the browser goes, and what the response is compared with, encrypted. */
type StartedSignIn =
  | { url: string; sealed: Uint8Array }
  | { refused: 'provider-disabled' | ProviderProblem['problem'] };

/** Begins a sign-in at an identity provider, unless it is disabled or does not respond. */
export type StartAtProvider = (providerId: string, request: StartRequest) => Promise<StartedSignIn>;

export const createStartAtProvider =
  (services: UpstreamServices): StartAtProvider =>
  async (providerId, { returnPath, ...request }) => {
    const { database, secretBox, identityProviders } = services;
    const provider = await findProvider(database.prisma, providerId);
    if (!provider?.isEnabled) return { refused: 'provider-disabled' };
    const { connection, redirectUri } = connectTo(services, provider);
    const begun = await identityProviders.begin(connection, { ...request, redirectUri });
    if ('problem' in begun) {
      await reportProblem(services, providerId, begun);
      return { refused: begun.problem };
    }
    const kept: KeptSignIn = { request: begun.kept, providerVersion: provider.version, returnPath };
    return { url: begun.url, sealed: secretBox.seal(Buffer.from(JSON.stringify(kept))) };
  };
