import { onTestFinished } from 'vitest';
import type {
  KeptRequest,
  OAuth2Connection,
  OidcConnection,
  ProviderConnection,
  ProviderProblem,
  ProviderRequest,
  UpstreamIdentity,
} from '../../../src/platform/identity-providers/identity-provider.ts';
import { createIdentityProviders } from '../../../src/platform/identity-providers/providers.ts';
import { createAllowedHosts } from '../../../src/platform/network/allowed-hosts.ts';
import { createSafeFetch, type FetchRequest, type SafeFetch } from '../../../src/platform/network/safe-fetch.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import type { Apple } from '../../support/upstreams/apple.ts';
import type { GitHub } from '../../support/upstreams/github.ts';
import { type Callback, parametersOf, visitUpstream } from '../../support/upstreams/person.ts';
import type { Upstream } from '../../support/upstreams/upstream.ts';

export const redirectUri = 'https://platform.example/return';
const state = 'a-state-of-one-sign-in';

interface Options {
  /** Host names that may be private. */
  hosts?: readonly string[];
  production?: boolean;
  /** Milliseconds for a response, instead of ten seconds. */
  timeoutMs?: number;
  now?: () => Date;
  safeFetch?: SafeFetch;
}

/** Identity providers that may call this machine. `requests` are those that were sent. */
export function openProviders({ hosts = ['127.0.0.1'], production = false, timeoutMs, now, safeFetch }: Options = {}) {
  const allowed = createAllowedHosts(
    hosts.map((hostname) => ({ hostname, port: null })),
    { production },
  );
  const real = safeFetch ?? createSafeFetch({ allowPrivateAddresses: allowed.isPrivateAllowed });
  const requests: FetchRequest[] = [];
  const send = (request: FetchRequest) => {
    requests.push(request);
    return real({ ...request, ...(timeoutMs && { timeoutMs }) });
  };
  const close = () => real.close();
  const providers = createIdentityProviders({
    safeFetch: Object.assign(send, { close }),
    clock: { now: now ?? (() => new Date()) },
    isHttpAllowed: allowed.isHttpAllowed,
  });
  onTestFinished(() => providers.close());
  return { ...providers, requests };
}

type Providers = ReturnType<typeof openProviders>;

const addressClaims = ['email', 'email_verified'];
const base = { id: 'idp_1', version: 1, responseMode: 'query' } as const;

export const connectionOf = (upstream: Pick<Upstream, 'settings' | 'clientSecret'>): OidcConnection => ({
  ...base,
  protocol: 'oidc',
  addressClaims,
  settings: upstream.settings,
  secrets: { clientSecret: upstream.clientSecret },
});

export const gitHubConnection = ({ settings, clientSecret }: GitHub): OAuth2Connection => ({
  ...base,
  protocol: 'oauth2',
  settings,
  secrets: { clientSecret },
});

export const appleConnection = ({ settings, privateKey }: Apple): OidcConnection => ({
  ...base,
  protocol: 'oidc',
  addressClaims,
  settings,
  secrets: { privateKey },
  responseMode: 'form_post',
});

interface Visit {
  request?: Partial<ProviderRequest>;
  /** Keeps its session at the provider. */
  browser?: Visitor;
  /** Changes what the person comes back with. */
  change?: (parameters: URLSearchParams) => void;
}

/** The address to which a person goes. Throws if there is none. */
export async function begin(
  providers: Providers,
  connection: ProviderConnection,
  request: Partial<ProviderRequest> = {},
) {
  const begun = await providers.begin(connection, { redirectUri, state, forcesSignIn: false, ...request });
  if ('problem' in begun) throw new Error(begun.message);
  if (!('verifier' in begun.kept)) throw new Error('the request is not of OAuth');
  return { url: new URL(begun.url), kept: begun.kept };
}

export const finish = (providers: Providers, connection: ProviderConnection, kept: KeptRequest, callback: Callback) =>
  providers.finish(connection, kept, redirectUri, state, parametersOf(callback));

/** A whole sign-in: to the provider, there, and back. */
export async function signIn(
  providers: Providers,
  connection: ProviderConnection,
  { request = {}, browser = new Visitor(), change }: Visit = {},
): Promise<{ identity: UpstreamIdentity } | ProviderProblem> {
  const { url, kept } = await begin(providers, connection, request);
  const callback = await visitUpstream(url, browser);
  const parameters = parametersOf(callback);
  change?.(parameters);
  return providers.finish(connection, kept, redirectUri, state, parameters);
}

/** The identity of a sign-in that succeeds. */
export async function identityOf(...visit: Parameters<typeof signIn>): Promise<UpstreamIdentity> {
  const result = await signIn(...visit);
  if ('problem' in result) throw new Error(`${result.problem}: ${result.message}`);
  return result.identity;
}
