import type { JWK } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { acrValues } from '../../vocabulary/flows.ts';
import { languages } from '../../vocabulary/languages.ts';
import { defaultIdTokenSigningAlg, signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import type { Clients } from '../clients.ts';
import { claimsOfScopes, createFindAccount } from './accounts.ts';
import { createAdapterFactory } from './storage/adapter.ts';
import { applicationOf } from './client-metadata.ts';
import type { IssuerEndings } from './endings.ts';
import { createInteractionPolicy, createLoadExistingGrant } from './consent.ts';
import { createCookies } from './cookies.ts';
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from './library.ts';
import { createFormats, idTokenLifetime } from './storage/library-time.ts';
import type { DescribeBrowser } from './storage/session-browser.ts';
import { lifetimes } from './lifetimes.ts';
import { createLogout } from './logout.ts';
import type { PagesOf } from './pages.ts';
import { isTooLong, tooLongParameter } from './requests/parameter-limits.ts';
import { promptValues } from './prompts.ts';
import { createResourceIndicators, extraTokenClaims, type ResourcePolicy } from './resources.ts';
import { createRenderError } from './responses.ts';
import { createRotation } from './session-limit.ts';

export interface ConfigurationServices {
  config: { publicUrl: string; issuer: string; accountResource: string };
  database: Database;
  clock: Clock;
  ids: Ids;
  secretBox: SecretBox;
  clients: Pick<Clients, 'find'>;
  accessPolicy: ResourcePolicy;
  pages: PagesOf;
  describeBrowser: DescribeBrowser;
  endings: IssuerEndings;
}

type Owned = { clientId?: string | undefined };
type Source = { clientId?: string | undefined; scopes: Set<string> };

/** The configuration of the library. `keys` are private JWKs, current ones first. */
export function createConfiguration(services: ConfigurationServices, keys: readonly JWK[]): Configuration {
  const publicOrigin = new URL(services.config.publicUrl).origin;
  const cookies = createCookies(services.config.publicUrl, services.secretBox);
  const policy = createInteractionPolicy(services);
  return {
    ...protocol,
    // Browsers also send the header to their own origin.
    clientBasedCORS: (_context, origin, client) =>
      origin === publicOrigin || applicationOf(client).corsOrigins.includes(origin),
    adapter: createAdapterFactory(services),
    jwks: { keys: [...keys] as NonNullable<Configuration['jwks']>['keys'] },
    cookies,
    claims: claimsOfScopes,
    findAccount: createFindAccount(services.database),
    formats: createFormats(services.clock),
    ttl: { ...lifetimes, IdToken: () => idTokenLifetime(services.clock, lifetimes.IdToken) },
    loadExistingGrant: createLoadExistingGrant(services),
    renderError: createRenderError(services.pages),
    rotateRefreshToken: createRotation(services),
    interactions: {
      policy,
      url: (_context, interaction) => `${services.config.publicUrl}/sign-in/${interaction.uid}`,
    },
    discovery: { ui_locales_supported: [...languages], prompt_values_supported: promptValues(policy) },
    features: {
      ...features,
      resourceIndicators: createResourceIndicators(services.accessPolicy, services.config.accountResource, keys),
      rpInitiatedLogout: createLogout(services.pages, cookies.long),
    },
  };
}

const features = {
  devInteractions: { enabled: false },
  // No API that accepts our tokens checks the binding.
  dPoP: { enabled: false },
  introspection: { enabled: true, allowedPolicy: isOwner },
  revocation: { enabled: true, allowedPolicy: isOwner },
  pushedAuthorizationRequests: { enabled: true },
  userinfo: { enabled: true },
} satisfies Configuration['features'];

/** The part without dependencies: what OAuth 2.1 keeps, without dynamic registration. */
const protocol = {
  acrValues: [...acrValues],
  responseTypes: ['code', 'none'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  clientDefaults: {
    id_token_signed_response_alg: defaultIdTokenSigningAlg,
    authorization_signed_response_alg: defaultIdTokenSigningAlg,
  },
  enabledJWA: {
    idTokenSigningAlgValues: [...signingAlgorithms],
    userinfoSigningAlgValues: [...signingAlgorithms],
    requestObjectSigningAlgValues: [...signingAlgorithms],
    clientAuthSigningAlgValues: ['ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA', 'PS256', 'RS256'],
  },
  extraClientMetadata: { properties: ['application'] },
  pkce: {
    // RFC 9700 §2.1.1; confidential clients may opt out.
    required: (_context: unknown, client: Client) =>
      client.clientAuthMethod === 'none' || applicationOf(client).pkceRequired,
  },
  // Checked here; the error is sent to the redirect URI.
  extraParams: { state: requireShort('state'), nonce: requireShort('nonce'), screen_hint: null },
  issueRefreshToken,
  expiresWithSession: (_context: unknown, source: Source) => Promise.resolve(!source.scopes.has('offline_access')),
  extraTokenClaims,
  // No client metadata has an address to fetch.
  fetch: () => Promise.reject(new Error('The issuer makes no requests.')),
} as const;

/** Authorization requests are stored before the user signs in. */
function requireShort(name: string) {
  return (_context: unknown, value: string | undefined): void => {
    if (isTooLong(value)) throw new errors.InvalidRequest(tooLongParameter(name));
  };
}

/**
 * First-party applications that may use refresh tokens get one that ends with the session, or outlives it with
 * offline_access. Third parties get one only with offline_access.
 */
function issueRefreshToken(_context: unknown, client: Client, source: Source): Promise<boolean> {
  const isEntitled = !applicationOf(client).isThirdParty || source.scopes.has('offline_access');
  return Promise.resolve(client.grantTypeAllowed('refresh_token') && isEntitled);
}

/** RFC 7662 §4, RFC 7009 §2.1. Another client's opaque token gets the response of an unknown token. */
function isOwner(_context: KoaContextWithOIDC, client: Client, token: Owned): boolean {
  return token.clientId === client.clientId;
}
