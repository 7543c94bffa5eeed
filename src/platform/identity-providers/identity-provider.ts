/** What the settings of both protocols have. */
interface ClientSettings {
  clientId: string;
  scopes: readonly string[];
  authentication: 'client_secret_basic' | 'client_secret_post' | 'apple_client_secret';
}

/** OpenID Connect, with discovery. */
export interface OidcSettings extends ClientSettings {
  issuer: string;
  /** The key with which Apple's client secrets are signed; null for other providers. */
  apple: { teamId: string; keyId: string } | null;
}

/** OAuth 2.0 without ID tokens: an endpoint returns the claims of a person. */
export interface OAuth2Settings extends ClientSettings {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string;
  /** Returns a list of addresses, as GitHub does; it becomes the claim `emails`. */
  emailsEndpoint: string | null;
  /** The claim that identifies a person. */
  subjectClaim: string;
}

interface Connection {
  id: string;
  /** Increases with each change: what is cached is of one version. */
  version: number;
  secrets: { clientSecret?: string; privateKey?: string };
  /** How the person comes back: with a query, or with a form that the browser posts. */
  responseMode: 'query' | 'form_post';
}

export interface OidcConnection extends Connection {
  protocol: 'oidc';
  settings: OidcSettings;
}

export interface OAuth2Connection extends Connection {
  protocol: 'oauth2';
  settings: OAuth2Settings;
}

/** An identity provider, with its secrets. */
export type ProviderConnection = OidcConnection | OAuth2Connection;

export interface ProviderRequest {
  /** Where the person comes back to. */
  redirectUri: string;
  /** Unguessable, and used once. */
  state: string;
  /** What the person has typed. */
  loginHint?: string;
  /** Whether the person must sign in again at the provider. OAuth 2.0 has no such request. */
  forcesSignIn: boolean;
}

/** What `finish` needs of a request: JSON, to be kept secret until then. */
export interface KeptRequest {
  /** Of PKCE (RFC 7636). */
  verifier: string;
  /** Null without ID tokens. */
  nonce: string | null;
  /** Time of a request that forces a sign-in (ISO 8601); null for others. */
  signsInSince: string | null;
}

/** What an identity provider states about a person. */
export interface UpstreamIdentity {
  /** Identifies the person at the provider. */
  subject: string;
  /** As received: at most 32 KiB as JSON. */
  claims: Record<string, unknown>;
  /** When the person has authenticated at the provider; null if it does not state that. */
  authenticatedAt: Date | null;
  acr: string | null;
  amr: string[];
}

export interface ProviderProblem {
  /**
   * `identity-refused`: the provider responded with an OAuth error. `provider-unreachable`: no usable response.
   * `identity-invalid`: a response that fails a check.
   */
  problem: 'identity-invalid' | 'identity-refused' | 'provider-unreachable';
  /** For administrators: bounded, and without secrets. */
  message: string;
  /** The OAuth error code. */
  error?: string;
}

/** What a test checks, in this order. */
export type TestStep = 'connect' | 'discovery' | 'issuer' | 'endpoints' | 'keys' | 'algorithms';

/** The steps up to the first one that fails. */
export interface TestResult {
  isPassed: boolean;
  steps: { step: TestStep; isPassed: boolean; message: string }[];
}

/** Signs people in with identity providers. Keeps no tokens. */
export interface IdentityProviders {
  /** The address to which the person goes. */
  begin(
    provider: ProviderConnection,
    request: ProviderRequest,
  ): Promise<{ url: string; kept: KeptRequest } | ProviderProblem>;
  /** `response` is the query or the form with which the person came back. */
  finish(
    provider: ProviderConnection,
    kept: KeptRequest,
    redirectUri: string,
    state: string,
    response: URLSearchParams,
  ): Promise<{ identity: UpstreamIdentity } | ProviderProblem>;
  /** Reads everything again that is cached otherwise. */
  test(provider: ProviderConnection): Promise<TestResult>;
  /** Drops all connections. */
  close(): Promise<void>;
}
