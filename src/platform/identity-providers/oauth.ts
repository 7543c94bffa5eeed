import * as client from 'openid-client';
import type { Clock } from '../clock.ts';
import type { AllowedHosts } from '../network/allowed-hosts.ts';
import type { SafeFetch } from '../network/safe-fetch.ts';
import { createConfigurations } from './configurations.ts';
import type {
  BegunRequest,
  KeptOAuthRequest,
  OAuthProvider,
  ProviderRequest,
  ReadIdentity,
  Return,
  TestResult,
} from './identity-provider.ts';
import { finishOAuth2 } from './oauth2.ts';
import { finishOidc } from './oidc.ts';
import { codeOf, problemOf } from './problem.ts';
import { testProvider } from './test-provider.ts';
import { createUpstreamFetch } from './upstream-fetch.ts';

export interface ProviderServices extends Pick<AllowedHosts, 'isHttpAllowed'> {
  /** Reaches the allowed hosts. */
  safeFetch: SafeFetch;
  clock: Clock;
}

/** OpenID Connect and OAuth 2.0. */
export function createOAuth({ safeFetch, clock, isHttpAllowed }: ProviderServices) {
  const upstreamFetch = createUpstreamFetch({ safeFetch, isHttpAllowed });
  const configurations = createConfigurations({ fetch: upstreamFetch, clock, isHttpAllowed });
  return {
    async begin(provider: OAuthProvider, request: ProviderRequest): Promise<BegunRequest> {
      try {
        const configuration = await configurations.open(provider);
        const verifier = client.randomPKCECodeVerifier();
        const nonce = provider.protocol === 'oidc' ? client.randomNonce() : null;
        const challenge = await client.calculatePKCECodeChallenge(verifier);
        const parameters = parametersOf(provider, request, nonce);
        const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
        const url = client.buildAuthorizationUrl(configuration, { ...parameters, ...pkce });
        const signsInSince = request.forcesSignIn ? clock.now().toISOString() : null;
        return { url: url.href, kept: { verifier, nonce, signsInSince } };
      } catch (error) {
        return problemOf(error, secretsOf(provider));
      }
    },
    async finish(provider: OAuthProvider, person: Return<KeptOAuthRequest>): Promise<ReadIdentity> {
      try {
        const configuration = await configurations.open(provider);
        const identity =
          provider.protocol === 'oidc'
            ? await finishOidc(provider, configuration, person)
            : await finishOAuth2(provider, configuration, person);
        return { identity };
      } catch (error) {
        // The provider has new keys: the next person gets them.
        if (codeOf(error) === 'OAUTH_KEY_SELECTION_FAILED') configurations.drop(provider);
        const { kept, response } = person;
        return problemOf(error, [...secretsOf(provider), kept.verifier, response.get('code') ?? undefined]);
      }
    },
    test(provider: OAuthProvider): Promise<TestResult> {
      configurations.drop(provider);
      return testProvider(provider, { fetch: upstreamFetch, safeFetch, read: configurations.read });
    },
  };
}

function parametersOf(
  { protocol, settings, responseMode }: OAuthProvider,
  { redirectUri, state, loginHint, forcesSignIn }: ProviderRequest,
  nonce: string | null,
): Record<string, string> {
  return {
    redirect_uri: redirectUri,
    state,
    ...(settings.scopes.length > 0 && { scope: settings.scopes.join(' ') }),
    ...(nonce !== null && { nonce }),
    ...(responseMode === 'form_post' && { response_mode: responseMode }),
    ...(protocol === 'oidc' && loginHint !== undefined && { login_hint: loginHint }),
    ...(protocol === 'oidc' && forcesSignIn && { prompt: 'login', max_age: '0' }),
  };
}

const secretsOf = ({ secrets }: OAuthProvider): (string | undefined)[] => Object.values(secrets);
