import { type ActClaim, applicationsIn, impersonatorIn } from '../../domain/oauth/actor-chain.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import type { GrantReference, SessionEpochs } from '../access/policy-state.ts';
import { maxSessionEpoch } from '../../vocabulary/exchanges/revocations.ts';
import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';

/** The claims of an access token (RFC 9068 §2.2, RFC 8693 §4.1, RFC 8417 §2.2) and six of ours. */
export interface AccessTokenClaims {
  iss: string;
  /** The user, or the application that acts for itself. */
  sub: string;
  /** Resource indicator of the API that it is for. */
  aud: string;
  /** The application that obtained it. */
  client_id: string;
  /** Scopes separated by spaces; empty if none was granted. */
  scope: string;
  /** Seconds since the epoch, like exp. */
  iat: number;
  exp: number;
  jti: string;
  /** The grant of a user's token: the token is valid only while the grant is. */
  grant_id?: string;
  /** The application of the grant, in an exchanged token, which names it nowhere else: the token ends with it, too. */
  grant_client_id?: string;
  /** The session (its uid) with which the token ends. */
  session_id?: string;
  /** The organization that the exchange was confined to. */
  organization_id?: string;
  act?: ActClaim;
  /** The first exchange of the chain that the token comes from: the `jti` of its token. */
  txn?: string;
  session_epoch?: SessionEpochs;
  /** Scopes of the Management API that it can be exchanged for: those of the token for it that it comes from. */
  management_scope?: string;
  /** Methods and time of the authentication (RFC 9068 §2.2.1). */
  acr?: string;
  amr?: readonly string[];
  auth_time?: number;
}

/** Methods and time of an authentication. */
type Authentication = Pick<AccessTokenClaims, 'acr' | 'amr' | 'auth_time'>;

/** The epochs without those of 0; undefined if there are no others. */
export function sessionEpochsOf(epochs: SessionEpochs): SessionEpochs | undefined {
  const counted = Object.entries(epochs).filter(([, epoch]) => epoch > 0);
  return counted.length ? Object.fromEntries(counted) : undefined;
}

/** The place of a token in a chain of exchanges: the id of the first one, and its own. */
interface ExchangeChain {
  readonly txn: string;
  readonly id: string;
}

/** A token of ours with a valid signature. It may be cached and shared. */
export interface VerifiedToken {
  /** The key that signed it; null for an opaque token. */
  readonly keyId: string | null;
  readonly subject: string;
  readonly audience: string;
  readonly clientId: string;
  readonly scope: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Seconds since the epoch; 0 without the claim. */
  readonly notBefore: number;
  /** Null for a token of an application. */
  readonly grant: GrantReference | null;
  readonly organizationId: string | null;
  readonly act: ActClaim | undefined;
  readonly sessionEpochs: SessionEpochs | undefined;
  /** Scopes of the Management API that it can be exchanged for; undefined: all that its user holds. */
  readonly managementScope: string | undefined;
  /** The chain of exchanges that it comes from; undefined for a token of a sign-in. */
  readonly chain: ExchangeChain | undefined;
  readonly authentication: Authentication;
  /** Distinct ids of the applications that obtained or exchanged it: the last one first. */
  readonly applicationIds: readonly string[];
  /** The administrator who acts as the user; undefined unless the token comes from an impersonation. */
  readonly impersonatorId: string | undefined;
}

/** A token from a grant of a user. */
export interface UserToken extends VerifiedToken {
  readonly grant: GrantReference;
}

export const isUserToken = (token: VerifiedToken): token is UserToken => token.grant !== null;

export const grantReference = (id: string, sessionId: string | null): GrantReference => ({
  id,
  key: recordKey(id),
  sessionId,
});

type Claims = Partial<Record<keyof AccessTokenClaims | 'nbf', unknown>>;

/** Reads the payload of a token that we signed. It is checked in full, because another version may have signed it. */
export function readClaims(claims: Claims | undefined, issuer: string, keyId: string): VerifiedToken | TokenFault {
  if (!claims) return 'MALFORMED';
  if (claims.iss !== issuer) return 'OTHER_ISSUER';
  const { sub, aud, client_id: clientId, exp, nbf = 0, scope = '', act, session_epoch: sessionEpochs } = claims;
  const { management_scope: managementScope, grant_client_id: grantClientId } = claims;
  const isComplete = isText(sub) && isText(aud) && isText(clientId) && isTime(exp) && isTime(nbf) && isText(scope);
  if (!isComplete || !(act === undefined || isActor(act))) return 'MALFORMED';
  if (!(managementScope === undefined || isText(managementScope))) return 'MALFORMED';
  const applicationIds = act === undefined ? [clientId] : [...new Set([clientId, ...applicationsIn(act)])];
  if (!(sessionEpochs === undefined || areSessionEpochs(sessionEpochs, [sub, ...applicationIds, grantClientId])))
    return 'MALFORMED';
  return {
    keyId,
    subject: sub,
    audience: aud,
    clientId,
    scope,
    expiresAt: exp,
    notBefore: nbf,
    grant: readGrant(claims.grant_id, claims.session_id),
    organizationId: isText(claims.organization_id) ? claims.organization_id : null,
    act,
    sessionEpochs,
    managementScope,
    chain: act && readChain(claims),
    authentication: readAuthentication(claims),
    applicationIds,
    impersonatorId: impersonatorIn(act),
  };
}

function readAuthentication({ acr, amr, auth_time: authTime }: Claims): Authentication {
  if (!isText(acr)) return {};
  const hasMethods = Array.isArray(amr) && amr.every(isText);
  return { acr, ...(hasMethods && { amr }), ...(isTime(authTime) && { auth_time: authTime }) };
}

const readChain = ({ txn, jti }: Claims): ExchangeChain | undefined =>
  isText(txn) && isText(jti) && isUuid(txn) && isUuid(jti) ? { txn, id: jti } : undefined;

function readGrant(id: unknown, sessionId: unknown): GrantReference | null {
  return isText(id) ? grantReference(id, isText(sessionId) ? sessionId : null) : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function isActor(value: unknown): value is ActClaim {
  if (typeof value !== 'object' || value === null) return false;
  const { sub, sub_profile: profile, act }: { sub?: unknown; sub_profile?: unknown; act?: unknown } = value;
  return isText(sub) && (profile === undefined || isText(profile)) && (act === undefined || isActor(act));
}

const areSessionEpochs = (value: unknown, ids: readonly unknown[]): value is SessionEpochs =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([id, count]) => ids.includes(id) && isTime(count) && count > 0 && count <= maxSessionEpoch,
  );
