import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { ClientRecord } from '../clients.ts';
import type { SessionEpochs } from '../access/policy-state.ts';
import type { AccessTokenClaims } from '../tokens/access-token-claims.ts';
import type { GrantedToken, GrantServices } from './grant.ts';

/** A granted access token. */
interface NewToken {
  client: ClientRecord;
  subject: string;
  /** Resource indicator. */
  audience: string;
  scopes: readonly string[];
  /** Seconds. */
  lifetime: number;
  /** Latest expiry, in seconds since the epoch. */
  notAfter?: number;
  signingAlg: SigningAlgorithm;
  /** The `jti`; a random one if it is omitted. */
  id?: string;
  /** Claims that only some grants have. */
  claims?: Partial<AccessTokenClaims>;
  /** Session epochs that a subject token carries. */
  sessionEpochs?: SessionEpochs | undefined;
  /** RFC 8693 §2.2.1. */
  issuedTokenType?: string;
}

/** Signs the token and returns the response. */
export async function issueToken(services: GrantServices, token: NewToken): Promise<GrantedToken> {
  const { client, issuedTokenType } = token;
  const now = Math.floor(services.clock.now().getTime() / 1000);
  const exp = Math.min(now + token.lifetime, token.notAfter ?? Number.POSITIVE_INFINITY);
  const scope = token.scopes.join(' ');
  const sessionEpochs = client.sessionEpoch
    ? { ...token.sessionEpochs, [client.id]: client.sessionEpoch }
    : token.sessionEpochs;
  const claims = {
    iss: services.issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: client.id,
    scope,
    iat: now,
    exp,
    jti: token.id ?? services.ids.uuid(),
    ...token.claims,
    ...(sessionEpochs && { session_epoch: sessionEpochs }),
  };
  const jwt = await services.accessTokens.sign(claims, token.signingAlg);
  const body = {
    access_token: jwt,
    ...(issuedTokenType !== undefined && { issued_token_type: issuedTokenType }),
    token_type: 'Bearer' as const,
    expires_in: exp - now,
    scope,
  };
  return { ok: true, body };
}
