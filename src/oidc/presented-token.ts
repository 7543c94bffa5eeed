import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { recordKey } from '../store/oidc-records.ts';
import type { AccessTokens } from './access-token.ts';
import { grantReference, type VerifiedToken } from './access-token-claims.ts';
import type { TokenFault } from './token-fault.ts';

/** Reads a token that a client hands in as somebody's access token: a JWT of ours or an opaque one. */
export interface PresentedTokens {
  /** What it says, or what is wrong with it. Of its user, grant and clients it only names which they are. */
  read(token: string): Promise<VerifiedToken | TokenFault>;
}

interface PresentedTokenServices {
  accessTokens: AccessTokens;
  database: Pick<Database, 'prisma'>;
  clock: Clock;
}

export function createPresentedTokens({ accessTokens, database, clock }: PresentedTokenServices): PresentedTokens {
  return {
    read: (token) => (token.includes('.') ? accessTokens.verify(token) : readOpaque(token, database, clock.now())),
  };
}

// oidc-provider's ids: nanoid, base64url, 43 characters as configured; refresh tokens and codes look the same.
const opaque = /^[A-Za-z0-9_-]{20,128}$/;

/** Models of oidc-provider whose ids are tokens. */
const tokenModels = ['AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode'];

async function readOpaque(
  token: string,
  database: Pick<Database, 'prisma'>,
  now: Date,
): Promise<VerifiedToken | TokenFault> {
  if (!opaque.test(token)) return 'malformed';
  const record = await database.prisma.oidcRecord.findFirst({
    where: { model: { in: tokenModels }, key: recordKey(token) },
  });
  if (!record) return 'unknown';
  if (record.model === 'ClientCredentials') return 'withoutUser';
  if (record.model !== 'AccessToken') return 'wrongType';
  return record.expiresAt && record.expiresAt > now ? readRecord(record.payload) : 'expired';
}

/** The part of oidc-provider's AccessToken payload that counts here. */
interface AccessTokenPayload {
  accountId: string;
  clientId: string;
  scope?: string;
  exp: number;
  grantId: string;
  sessionUid?: string;
  expiresWithSession?: boolean;
}

function readRecord(payload: unknown): VerifiedToken {
  const { accountId, clientId, scope = '', exp, grantId, ...session } = payload as AccessTokenPayload;
  const sessionId = session.expiresWithSession ? (session.sessionUid ?? null) : null;
  return {
    subject: accountId,
    audience: '',
    clientId,
    scope,
    expiresAt: exp,
    notBefore: 0,
    grant: grantReference(grantId, sessionId),
    organizationId: null,
    act: undefined,
    applicationIds: [clientId],
  };
}
