import type { ScopeMapping, ScopeRule, SubjectAudience } from '../../vocabulary/exchanges/exchange-policy.ts';
import type { ApplicationType } from '../../vocabulary/resources.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';

/**
 * Session epochs (store/sessions/session-epochs.ts) by id of the user of a token and of the applications that obtained
 * or exchanged it, when they authenticated. The token ends when one of them changes. Epochs of 0 are omitted.
 */
export type SessionEpochs = Readonly<Record<string, number>>;

/** The records that the validity of a user's token depends on. */
export interface GrantReference {
  readonly id: string;
  /** Key of the record of the grant. */
  readonly key: string;
  /** Uid of the session; null for a token that outlives it. */
  readonly sessionId: string | null;
}

/** The subjects of the access policy: a client, a token and an API. */
export interface PolicyQuery {
  /** The application that requests or presents the token. */
  clientId: string;
  /** Null when the application acts for itself. */
  userId: string | null;
  /** The grant and session that the user's token depends on. */
  grant: GrantReference | null;
  /** The applications that obtained the subject token or exchanged it: distinct, at most `maxHops`. */
  applicationIds: readonly string[];
  /** Their session epochs and that of the user, as carried by the token. */
  sessionEpochs?: SessionEpochs | undefined;
  /** Resource indicator, in any spelling. */
  resource: string;
  /** If set, only the organization roles of this organization count. */
  organizationId: string | null;
  /** Resource indicator of the API that the subject token is for, as it is registered. */
  subjectResource?: string | undefined;
}

/** Their current state, as read by one statement. */
export interface PolicyState {
  /** Undefined when there is no such application. */
  client: ClientState | undefined;
  user: 'active' | 'suspended' | 'unknown';
  /** The application that the grant was given to; null when the user has no such grant. */
  grantClientId: string | null;
  isSessionAlive: boolean;
  /** The grant's application and those of the query: how many exist, and whether any has the property. */
  applications: {
    count: number;
    anyThirdParty: boolean;
    anySuspended: boolean;
  };
  /** Whether everything of the user or of one of the applications was ended since the token was issued. */
  anyEnded: boolean;
  /** Position of the log when this was read: every event up to it is in this state. */
  position: number;
  /** Null when there is no such resource. */
  apiResourceId: string | null;
  /** The resource indicator as it is registered; as requested when there is no such resource. */
  resource: string;
  /** Seconds; null when there is no such resource. */
  accessTokenTtl: number | null;
  /** Null when there is no such resource. */
  accessTokenSigningAlg: SigningAlgorithm | null;
  isMember: boolean;
  /** Names of the scopes held on the resource, in code point order. */
  scopes: readonly string[];
  /** Signing keys that have not been withdrawn. */
  signingKeyIds: ReadonlySet<string>;
  /** The rules of the client for its token exchanges; null if it has none. */
  exchangeRules: ExchangeRules | null;
}

/** The rules of an application for its token exchanges, and what they compare of the query. */
export interface ExchangeRules {
  /** Whether the owner of the client is an active user; null if it has none. */
  isOwnerActive: boolean | null;
  targetsRestricted: boolean;
  /** The resource as a target of the client; null if it is none. */
  target: { scopes: readonly string[]; mappings: readonly ScopeMapping[] } | null;
  subjectAudience: SubjectAudience;
  /** Whether the client serves the subject token's API; only read if it must. */
  isServed: boolean;
  scopeRule: ScopeRule;
  /** Without one, the token would count in all organizations, those that the client may not name included. */
  mustNameOrganization: boolean;
  /** Whether it may name the one of the query; only read if there is one. */
  mayNameOrganization: boolean;
  /** Seconds; null: any. */
  maxAuthenticationAge: number | null;
  /** Null: any. */
  requiredAcr: string | null;
}

export interface ClientState {
  version: number;
  type: ApplicationType;
  isThirdParty: boolean;
  tokenExchangeAllowed: boolean;
  managementApiAllowed: boolean;
  isSuspended: boolean;
  /** Number of times that all sessions and tokens of the application were ended (store/sessions/session-epochs.ts). */
  sessionEpoch: number;
}
