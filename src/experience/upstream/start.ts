import type { ProviderRequest } from '../../platform/identity-providers/identity-provider.ts';
import { connectionOf } from '../../store/identity-providers/connection.ts';
import { findProvider } from '../../store/identity-providers/providers.ts';
import { reportProblem } from './report-problem.ts';
import { type KeptSignIn, returnUrl, type UpstreamServices } from './upstream-services.ts';

type StartRequest = Omit<ProviderRequest, 'redirectUri'> & Pick<KeptSignIn, 'returnPath'>;

/**
 * Begins a sign-in at an identity provider: the address to which the browser goes, and what the response is compared
 * with, encrypted. Undefined if the provider is disabled or does not respond.
 */
export type StartAtProvider = (
  providerId: string,
  request: StartRequest,
) => Promise<{ url: string; sealed: Uint8Array } | undefined>;

export const createStartAtProvider =
  (services: UpstreamServices): StartAtProvider =>
  async (providerId, { returnPath, ...request }) => {
    const { database, secretBox, identityProviders, config } = services;
    const provider = await findProvider(database.prisma, providerId);
    if (!provider?.isEnabled) return undefined;
    const redirectUri = returnUrl(config, providerId);
    const begun = await identityProviders.begin(connectionOf(secretBox, provider, config.publicUrl), {
      ...request,
      redirectUri,
    });
    if ('problem' in begun) {
      await reportProblem(services, providerId, begun);
      return undefined;
    }
    const kept: KeptSignIn = { request: begun.kept, providerVersion: provider.version, returnPath };
    return { url: begun.url, sealed: secretBox.seal(Buffer.from(JSON.stringify(kept))) };
  };
