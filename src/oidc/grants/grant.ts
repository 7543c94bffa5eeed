import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import {
  credentialsReasons,
  type ExchangeReason,
  exchangeReasons,
  type RefusedResponse,
} from '../../vocabulary/exchanges/exchange-reasons.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { ClientRecord } from '../clients.ts';
import type { ExchangeCounts } from '../exchange-counts.ts';
import type { ExchangeLedger } from '../ledger/exchange-ledger.ts';
import type { ExchangeFacts } from '../ledger/exchange-row.ts';
import type { LastUses } from '../last-uses.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { PresentedTokens } from '../tokens/presented-tokens.ts';
import type { Impersonations } from '../impersonations.ts';

/**
 * A grant type of the token endpoint. Registration, client metadata and the fast path follow from the list of grants.
 */
export interface Grant {
  /** The value of `grant_type`. */
  type: string;
  /** Its parameters, beside those of client authentication. */
  parameters: readonly string[];
  /** Parameters that the protocol allows more than once. Whether we accept that, `run` decides. */
  repeatable: readonly string[];
  /**
   * Whether the fast path may run it, with these parameters. Then `run` must read the access policy for the client,
   * which may be cached, and change nothing.
   */
  isFast(parameters: GrantParameters): boolean;
  /** Issues a token or refuses. The client is authenticated. */
  run(services: GrantServices, parameters: GrantParameters, client: ClientRecord): Promise<GrantOutcome>;
}

export interface GrantServices {
  issuer: string;
  /** Resource indicator of the Management API. */
  managementResource: string;
  /** Resource indicator of the Account API. */
  accountResource: string;
  clock: Clock;
  ids: Ids;
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  presentedTokens: PresentedTokens;
  impersonations: Impersonations;
  /** Counts responses to token exchanges. Called once for each, with the outcome that is sent. */
  exchanges: Pick<ExchangeCounts, 'count'>;
  /** Records them. Called once for each, after the last check and before it is sent. */
  ledger: Pick<ExchangeLedger, 'record'>;
  uses: Pick<LastUses, 'note'>;
}

/** Parameters of a token request: a list if given more than once, undefined if absent or empty (RFC 6749 §3.2). */
export type GrantParameters = Record<string, string | string[] | undefined>;

export type GrantOutcome =
  | ((GrantedToken | GrantedOpaqueToken | GrantRefusal) & { exchange?: undefined })
  | ExchangeOutcome;

/** That of a token exchange, which is counted and recorded. */
export type ExchangeOutcome = (GrantedToken | ExchangeRefusal) & { exchange: ExchangeFacts };

export interface GrantedToken {
  ok: true;
  body: TokenResponse;
}

/** An access token that `oidc-provider` issues and stores: for introspection, because no API would verify a JWT. */
interface GrantedOpaqueToken {
  ok: true;
  opaque: { scope: string };
}

/** RFC 6749 §5.1, RFC 8693 §2.2.1. */
export interface TokenResponse {
  access_token: string;
  issued_token_type?: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  /** Granted scopes, separated by spaces; never omitted. */
  scope: string;
}

const reasons = { ...exchangeReasons, ...credentialsReasons };
type GrantReason = keyof typeof reasons;

/** An invalid_client is sent with 401, the others with 400. */
export interface GrantRefusal<Reason extends GrantReason = GrantReason> extends RefusedResponse {
  ok: false;
  reason: Reason;
  /** Further members of the response. */
  members?: Readonly<Record<string, string | number>>;
}
export type ExchangeRefusal = GrantRefusal<ExchangeReason>;

export const refuse = <Reason extends GrantReason>(reason: Reason): GrantRefusal<Reason> => ({
  ok: false,
  reason,
  ...reasons[reason],
});
