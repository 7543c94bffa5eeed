import { type ActClaim, actorsOf } from '../../domain/actor-chain.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import type { TokenFault } from './token-fault.ts';

/** The claims of an access token (RFC 9068 §2.2, RFC 8693 §4.1) and four of ours. */
export interface AccessTokenClaims {
  iss: string;
  /** The user, or the application when it acts for itself. */
  sub: string;
  /** Resource indicator of the one API it is meant for. */
  aud: string;
  /** The application that obtained it. */
  client_id: string;
  /** Names separated by spaces; empty when nothing was granted. */
  scope: string;
  /** Seconds since the epoch, as exp. */
  iat: number;
  exp: number;
  jti: string;
  /** The grant (oidc-provider) a user's token comes from: it falls with it. */
  grant_id?: string;
  /** The session (its uid) the token ends with. */
  session_id?: string;
  /** The organization that the exchange was confined to. */
  organization_id?: string;
  act?: ActClaim;
  endings?: Endings;
}

/**
 * Counts of endings (store/sessions/endings.ts) of the applications that obtained or exchanged a token, by their ids, as they were when
 * the request for it began: the token ends with any of them. Those that are left out were 0.
 */
export type Endings = Readonly<Record<string, number>>;

/** The counts with those of one more application; undefined when all are 0. */
export function withEndings(before: Endings | undefined, id: string, endings: number): Endings | undefined {
  return endings ? { ...before, [id]: endings } : before;
}

/** An access token of ours whose signature is good, in our terms. Frozen: it is remembered and shared. */
export interface VerifiedToken {
  /** The key that signed it; null for an opaque token. */
  readonly keyId: string | null;
  readonly subject: string;
  readonly audience: string;
  readonly clientId: string;
  readonly scope: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Seconds since the epoch; 0 when the token does not say. */
  readonly notBefore: number;
  /** Null for an application's own token. */
  readonly grant: GrantReference | null;
  readonly organizationId: string | null;
  readonly act: ActClaim | undefined;
  readonly endings: Endings | undefined;
  /** Every application on its way, each once: the one that obtained it first, then those that exchanged it before. */
  readonly applicationIds: readonly string[];
}

/** A token that a person's grant stands behind. */
export interface UserToken extends VerifiedToken {
  readonly grant: GrantReference;
}

export const isUserToken = (token: VerifiedToken): token is UserToken => token.grant !== null;

/** What a user's token lives by. */
export interface GrantReference {
  readonly id: string;
  /** Key of its record. */
  readonly key: string;
  /** Uid of the session; null for a token that outlives it. */
  readonly sessionId: string | null;
}

export const grantReference = (id: string, sessionId: string | null): GrantReference => ({
  id,
  key: recordKey(id),
  sessionId,
});

type Claims = Partial<Record<keyof AccessTokenClaims | 'nbf', unknown>>;

/** Reads the payload of a token that we signed. Strict all the same: it may have been another version of us. */
export function readClaims(claims: Claims | undefined, issuer: string, keyId: string): VerifiedToken | TokenFault {
  if (!claims) return 'malformed';
  if (claims.iss !== issuer) return 'otherIssuer';
  const { sub, aud, client_id: clientId, exp, nbf = 0, scope = '', act, endings } = claims;
  const isComplete = isText(sub) && isText(aud) && isText(clientId) && isTime(exp) && isTime(nbf) && isText(scope);
  if (!isComplete || !(act === undefined || isActor(act))) return 'malformed';
  const applicationIds = [...new Set([clientId, ...actorsOf(act)])];
  if (!(endings === undefined || isEndings(endings, applicationIds))) return 'malformed';
  return Object.freeze({
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
    endings: Object.freeze(endings),
    applicationIds: Object.freeze(applicationIds),
  });
}

function readGrant(id: unknown, sessionId: unknown): GrantReference | null {
  return isText(id) ? grantReference(id, isText(sessionId) ? sessionId : null) : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function isActor(value: unknown): value is ActClaim {
  if (typeof value !== 'object' || value === null) return false;
  const { sub, act }: { sub?: unknown; act?: unknown } = value;
  return isText(sub) && (act === undefined || isActor(act));
}

/** The largest integer of PostgreSQL: a larger one would fail the statement that compares the counts of many tokens. */
const mostEndings = 2_147_483_647;

const isEndings = (value: unknown, applicationIds: readonly string[]): value is Endings =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([id, count]) => applicationIds.includes(id) && isTime(count) && count > 0 && count <= mostEndings,
  );
