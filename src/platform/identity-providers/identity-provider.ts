import type { JWK } from 'jose';
import type {
  OAuth2Settings,
  OidcSettings,
  ProviderTestResult,
  SamlCertificate,
  SamlKey,
  SamlMetadata,
  SamlSettings,
} from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import type { ResponseMode } from '../../vocabulary/identity-providers/identity-providers.ts';

interface Connection {
  id: string;
  /** Increases with each change: what is cached is of one version. */
  version: number;
  secrets: { clientSecret?: string; privateKey?: string };
}

interface OAuthConnection extends Connection {
  responseMode: ResponseMode;
}

export interface OidcConnection extends OAuthConnection {
  protocol: 'oidc';
  /** Names of the claims of the address: all are read from the ID token, or all from userinfo. */
  addressClaims: readonly string[];
  settings: Omit<OidcSettings, 'tenant'>;
}

export interface OAuth2Connection extends OAuthConnection {
  protocol: 'oauth2';
  settings: OAuth2Settings;
}

/** SAML 2.0, as a service provider. */
export interface SamlConnection extends Connection {
  protocol: 'saml';
  settings: Omit<SamlSettings, 'certificates' | 'signingCertificate'> & {
    /** PEM, at least one. Responses are signed with the key of any of them. */
    certificates: readonly string[];
  };
  /** Our entity ID for this provider. */
  ourEntityId: string;
  /** Whether a NameID that is an email address identifies a person, as a persistent one does. */
  acceptsEmailNameId: boolean;
}

export type OAuthProvider = OidcConnection | OAuth2Connection;

/** An identity provider, with its secrets. */
export type ProviderConnection = OAuthProvider | SamlConnection;

export interface ProviderRequest {
  /** The address to which the person comes back. */
  redirectUri: string;
  /** Unguessable, and used once. */
  state: string;
  /** The identifier that the person has typed. */
  loginHint?: string;
  /** Whether the person must sign in again at the provider. OAuth 2.0 has no such request. */
  forcesSignIn: boolean;
}

interface RequestTime {
  /** Time of a request that forces a sign-in (ISO 8601); null for others. */
  signsInSince: string | null;
}

export interface KeptOAuthRequest extends RequestTime {
  /** Of PKCE (RFC 7636). */
  verifier: string;
  /** Null without ID tokens. */
  nonce: string | null;
}

export interface KeptSamlRequest extends RequestTime {
  requestId: string;
}

/** The part of a request that `finish` needs: JSON, to be kept secret until then. */
export type KeptRequest = KeptOAuthRequest | KeptSamlRequest;

/** The address to which a person goes, or why there is none. */
export type BegunRequest = { url: string; kept: KeptRequest } | ProviderProblem;
export type ReadIdentity = { identity: UpstreamIdentity } | ProviderProblem;

/** The statements of an identity provider about a person. */
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
  /** The description in a response that came through the browser, where anybody can write anything into it. */
  unverified?: string;
  /** The OAuth error code. */
  error?: string;
}

/** The steps up to the first one that fails. */
export interface TestResult {
  isPassed: boolean;
  steps: ProviderTestResult[];
}

/** The response with which a person comes back. */
export interface Return<Request extends KeptRequest = KeptRequest> {
  kept: Request;
  redirectUri: string;
  state: string;
  /** The query or the form. */
  response: URLSearchParams;
}

/** The functions for setting up a provider by SAML. Their inputs are of others: all are checked, and bounded. */
export interface SamlSetup {
  readMetadataAt(url: string): Promise<{ metadata: SamlMetadata } | ProviderProblem>;
  readMetadata(document: string): Promise<{ metadata: SamlMetadata } | ProviderProblem>;
  /** `text` is PEM of one certificate or several, or the content of one alone. */
  readCertificates(text: string): Promise<{ certificates: SamlCertificate[] } | ProviderProblem>;
  /** `privateKey` is a JWK; its certificate is of the name of a host. */
  certify(privateKey: JWK, name: string): Promise<SamlKey>;
}

/** Signs people in with identity providers. Keeps no tokens. */
export interface IdentityProviders {
  /** The address to which the person goes. */
  begin(provider: ProviderConnection, request: ProviderRequest): Promise<BegunRequest>;
  /** `response` is the query or the form with which the person came back. */
  finish(
    provider: ProviderConnection,
    kept: KeptRequest,
    redirectUri: string,
    state: string,
    response: URLSearchParams,
  ): Promise<ReadIdentity>;
  /** Reads everything again that is cached otherwise. */
  test(provider: ProviderConnection): Promise<TestResult>;
  saml: SamlSetup;
  /** Drops all connections. */
  close(): Promise<void>;
}
