import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { SafeFetch } from '../network/safe-fetch.ts';
import type { OAuth2Connection, OidcConnection, OAuthProvider, TestResult } from './identity-provider.ts';
import { type Check, reach, runChecks } from './checks.ts';
import { Invalid } from './invalid.ts';
import { chainOf, codeOf, problemOf } from './problem.ts';
import { Unreachable } from './upstream-fetch.ts';

interface TestServices {
  fetch: CustomFetch;
  safeFetch: SafeFetch;
  /** Reads the discovery document. */
  read(provider: OAuthProvider): Promise<Configuration>;
}

/** Tests what does not need a person. */
export const testProvider = (provider: OAuthProvider, services: TestServices): Promise<TestResult> =>
  runChecks(
    provider.protocol === 'oidc' ? oidcChecks(provider, services) : oauth2Checks(provider, services),
    (error) => problemOf(error, Object.values(provider.secrets)).message,
  );

function oidcChecks(provider: OidcConnection, { fetch, read }: TestServices): Check[] {
  const { issuer } = provider.settings;
  let metadata: ServerMetadata = { issuer };
  let failure: Error | undefined;
  return [
    [
      'connect',
      async () => {
        await read(provider).then(
          (configuration) => (metadata = configuration.serverMetadata()),
          (error: Error) => (failure = error),
        );
        if (failure && chainOf(failure).some((error) => error instanceof Unreachable)) throw failure;
        return `${new URL(issuer).host} responds.`;
      },
    ],
    [
      'discovery',
      () => {
        if (failure !== undefined && !isOtherIssuer(failure)) throw failure;
        return 'The discovery document was read.';
      },
    ],
    [
      'issuer',
      () => {
        if (failure !== undefined) throw new Invalid(`The discovery document is of another issuer than ${issuer}.`);
        return `The issuer is ${metadata.issuer}.`;
      },
    ],
    ['endpoints', () => checkEndpoints(metadata)],
    ['keys', () => checkKeys(metadata, fetch)],
    ['algorithms', () => checkAlgorithms(metadata)],
  ];
}

const isOtherIssuer = (error: unknown): boolean => codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

function checkEndpoints(metadata: ServerMetadata): string {
  const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const missing = names.filter((name) => !URL.canParse(String(metadata[name])));
  if (missing.length > 0) throw new Invalid(`The discovery document has no valid ${missing.join(', ')}.`);
  return 'The discovery document has an authorization endpoint, a token endpoint and keys.';
}

async function checkKeys({ jwks_uri: address = '' }: ServerMetadata, fetch: CustomFetch): Promise<string> {
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const response = await fetch(address, { method: 'GET', headers, body: null, redirect: 'manual' });
  if (response.status !== 200) throw new Unreachable(`${address}: The response has the status ${response.status}.`);
  const { keys } = (await response.json()) as { keys?: { kty?: unknown; use?: unknown }[] };
  const count = keys?.filter(({ kty, use }) => kty !== 'oct' && (use === undefined || use === 'sig')).length ?? 0;
  if (count === 0) throw new Invalid(`${address}: There is no public key for signatures.`);
  return `Public keys for signatures: ${count}.`;
}

/** The algorithms of the library, and of the keys that are common. */
const isAsymmetric = (algorithm: string): boolean => /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/.test(algorithm);

function checkAlgorithms({ id_token_signing_alg_values_supported: listed = ['RS256'] }: ServerMetadata): string {
  const usable = listed.filter(isAsymmetric);
  if (usable.length === 0) throw new Invalid('ID tokens are signed with none of the algorithms that are accepted.');
  return `ID tokens are signed with ${usable.join(', ')}.`;
}

function oauth2Checks({ settings }: OAuth2Connection, { safeFetch }: TestServices): Check[] {
  const { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, emailsEndpoint } = settings;
  const addresses = [authorizationEndpoint, tokenEndpoint, userinfoEndpoint, emailsEndpoint ?? []].flat();
  return [
    [
      'endpoints',
      async () => {
        for (const address of addresses) await reach(address, safeFetch);
        return `${addresses.length} endpoints respond.`;
      },
    ],
  ];
}
