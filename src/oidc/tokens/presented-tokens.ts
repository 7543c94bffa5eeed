// SQL: a read by the connections of token exchange.
import type { RecordSpan } from '../../platform/telemetry/spans.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { preparedStatement } from '../../platform/database/prepared-statement.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import type { AccessTokens } from './access-tokens.ts';
import { grantReference, sessionEpochsOf, type VerifiedToken } from './access-token-claims.ts';
import type { TokenFault } from '../../vocabulary/exchanges/token-faults.ts';
import { batchedRead } from '../batched-reads.ts';

/** Reads a token that a client presents as an access token of a user: a JWT of ours or an opaque token. */
export interface PresentedTokens {
  /** The token, or why it is refused. The access policy checks its user, grant and clients. */
  read(token: string): Promise<VerifiedToken | TokenFault>;
}

interface PresentedTokenServices {
  accessTokens: AccessTokens;
  database: RecordDatabase;
  clock: Clock;
  recordSpan?: RecordSpan | undefined;
}

type RecordDatabase = Pick<Database, 'tokenPool' | 'preparedStatements'>;

export function createPresentedTokens({
  accessTokens,
  database,
  clock,
  recordSpan,
}: PresentedTokenServices): PresentedTokens {
  const find = batchedRead((keys: string[]) => readRecords(database, keys), { name: 'opaque tokens', recordSpan });
  return {
    read: (token) => (token.includes('.') ? accessTokens.verify(token) : readOpaque(token, find, clock.now())),
  };
}

// oidc-provider's ids: nanoid, base64url, 43 characters as configured; refresh tokens and codes look the same.
const opaque = /^[A-Za-z0-9_-]{20,128}$/;

/** A record of oidc-provider whose id is a token. */
interface TokenRecord {
  key: string;
  model: 'AccessToken' | 'ClientCredentials' | 'RefreshToken' | 'AuthorizationCode';
  payload: unknown;
  expiresAt: Date | null;
  userSessionEpoch: number;
  clientSessionEpoch: number;
}

const records = `
  SELECT key, model, payload, expires_at AS "expiresAt", user_session_epoch AS "userSessionEpoch",
    client_session_epoch AS "clientSessionEpoch"
  FROM oidc_records
  WHERE model = ANY('{AccessToken,ClientCredentials,RefreshToken,AuthorizationCode}') AND key = ANY($1)`;

/** The records with these keys, in the same order. */
async function readRecords(database: RecordDatabase, keys: string[]): Promise<(TokenRecord | undefined)[]> {
  const { rows } = await database.tokenPool.query<TokenRecord>({
    ...preparedStatement(database, 'token_records', records),
    values: [keys],
  });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => byKey.get(key));
}

async function readOpaque(
  token: string,
  find: (key: string) => Promise<TokenRecord | undefined>,
  now: Date,
): Promise<VerifiedToken | TokenFault> {
  if (!opaque.test(token)) return 'MALFORMED';
  const record = await find(recordKey(token));
  if (!record) return 'UNKNOWN';
  if (record.model === 'ClientCredentials') return 'WITHOUT_USER';
  if (record.model !== 'AccessToken') return 'WRONG_TYPE';
  return record.expiresAt && record.expiresAt > now ? readRecord(record) : 'EXPIRED';
}

/** The part of oidc-provider's AccessToken payload that is used here. */
interface AccessTokenPayload {
  accountId: string;
  clientId: string;
  scope?: string;
  exp: number;
  grantId: string;
  sessionUid?: string;
  expiresWithSession?: boolean;
}

function readRecord({ payload, userSessionEpoch, clientSessionEpoch }: TokenRecord): VerifiedToken {
  const { accountId, clientId, scope = '', exp, grantId, ...session } = payload as AccessTokenPayload;
  const sessionId = session.expiresWithSession ? (session.sessionUid ?? null) : null;
  return {
    keyId: null,
    subject: accountId,
    audience: '',
    clientId,
    scope,
    expiresAt: exp,
    notBefore: 0,
    grant: grantReference(grantId, sessionId),
    organizationId: null,
    act: undefined,
    sessionEpochs: sessionEpochsOf({ [accountId]: userSessionEpoch, [clientId]: clientSessionEpoch }),
    managementScope: undefined,
    chain: undefined,
    authentication: {},
    applicationIds: [clientId],
    impersonatorId: undefined,
  };
}
