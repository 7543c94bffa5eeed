// SQL: many applications with their secrets in one statement, on the path of token exchange.
import type { RecordSpan } from '../platform/telemetry/spans.ts';
import { timingSafeEqual } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../domain/oauth/application.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import { preparedStatement } from '../platform/database/prepared-statement.ts';
import { eventTypesAbout } from '../vocabulary/events.ts';
import type { ApplicationKind, ApplicationType, GrantType } from '../vocabulary/resources.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';
import { batchedRead } from './batched-reads.ts';

/** An application as the issuer needs it, with the hashes of its secrets. */
export interface ClientRecord {
  id: string;
  name: string;
  type: ApplicationType;
  kind: ApplicationKind;
  isThirdParty: boolean;
  tokenExchangeAllowed: boolean;
  accountApiAllowed: boolean;
  impersonationAllowed: boolean;
  pkceRequired: boolean;
  idTokenSigningAlg: SigningAlgorithm;
  grantTypes: GrantType[];
  sessionLimitSeconds: number | null;
  sessionIdleLimitSeconds: number | null;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  corsOrigins: string[];
  /** Keys for private_key_jwt. If there are any, secrets are not accepted. */
  jwks: { keys: JWK[] } | null;
  suspendedAt: Date | null;
  /** From then on it counts as suspended, also while it is cached. */
  expiresAt: Date | null;
  /** Changes with the application and its secrets (store/row-locks/versions.ts). */
  version: number;
  /** Number of times that all sessions and tokens of the application were ended (store/sessions/session-epochs.ts). */
  sessionEpoch: number;
  secrets: ClientSecret[];
}

export interface ClientSecret {
  id: string;
  hash: Uint8Array;
  expiresAt: Date | null;
}

export interface Clients {
  /** Reads the client from the database. */
  find(id: string): Promise<ClientRecord | undefined>;
  /** The cached client; reads it if it is not cached. */
  cached(id: string): Promise<CachedClient | undefined>;
  /** Reports the version that a statement has just read; undefined if there is no such client. */
  confirm(id: string, version: number | undefined): void;
  close(): void;
}

/** A cached record. It may be out of date, and lack that a secret was revoked. */
interface CachedClient {
  record: ClientRecord;
  /** Whether the database has confirmed the version of the record since `cached` returned it. */
  isCurrent(): boolean;
}

interface CacheEntry {
  record: ClientRecord;
  confirmations: number;
}

const changes = eventTypesAbout('application');

/**
 * Entries, and milliseconds that they are kept: a new secret that a cached record lacks is only accepted by
 * `oidc-provider`, more slowly, until the record is read again.
 */
const cacheLimits = { max: 10_000, ttl: 30_000, ttlResolution: 1000 };

interface ClientServices {
  database: ClientDatabase;
  nudges: Nudges;
  recordSpan?: RecordSpan | undefined;
}

/**
 * Clients from our tables. The access policy confirms the cached version with every read (`confirm`); nudges only
 * save requests that would find an outdated record. Needed by bench:exchange, 0.7 of the ceiling: 1.17 times the
 * processor time without.
 */
export function createClients({ database, nudges, recordSpan }: ClientServices): Clients {
  const cache = new LRUCache<string, CacheEntry>(cacheLimits);
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concerns(nudge, changes)) cache.clear();
  });
  const read = batchedRead((ids: string[]) => readClients(database, ids), { name: 'clients', recordSpan });
  // PostgreSQL refuses some malformed ids (U+0000).
  const find = async (id: string) => (isId('application', id) ? read(id) : undefined);
  const load = async (id: string): Promise<CacheEntry | undefined> => {
    const record = await find(id);
    const entry = record && { record, confirmations: 0 };
    if (entry) cache.set(id, entry);
    return entry;
  };
  return {
    find,
    async cached(id) {
      const entry = cache.get(id) ?? (await load(id));
      if (!entry) return undefined;
      const { record, confirmations } = entry;
      return { record, isCurrent: () => cache.peek(id) === entry && entry.confirmations > confirmations };
    },
    confirm(id, version) {
      const entry = cache.peek(id);
      if (!entry) return;
      if (entry.record.version === version) entry.confirmations += 1;
      else cache.delete(id);
    },
    close: unsubscribe,
  };
}

/** Which of the client's unexpired secrets it is, in constant time; undefined if it is none. */
export function matchingSecret(
  client: Pick<ClientRecord, 'secrets'>,
  secret: string,
  now: Date,
): ClientSecret | undefined {
  const hash = hashSecret(secret);
  let matching: ClientSecret | undefined;
  for (const one of client.secrets) {
    const equal = timingSafeEqual(hash, one.hash);
    if (equal && (one.expiresAt === null || one.expiresAt > now)) matching = one;
  }
  return matching;
}

type ClientDatabase = Pick<Database, 'tokenPool' | 'preparedStatements'>;

const clients = `
  SELECT id, name, type::text AS type, kind, is_third_party AS "isThirdParty", token_exchange_allowed AS "tokenExchangeAllowed",
    account_api_allowed AS "accountApiAllowed", impersonation_allowed AS "impersonationAllowed",
    pkce_required AS "pkceRequired", id_token_signing_alg AS "idTokenSigningAlg", grant_types AS "grantTypes",
    session_limit_seconds AS "sessionLimitSeconds", session_idle_limit_seconds AS "sessionIdleLimitSeconds", redirect_uris AS "redirectUris",
    post_logout_redirect_uris AS "postLogoutRedirectUris", cors_origins AS "corsOrigins", jwks, suspended_at AS "suspendedAt", expires_at AS "expiresAt", version, session_epoch AS "sessionEpoch",
    ARRAY(SELECT id FROM application_secrets WHERE application_id = applications.id ORDER BY id) AS "secretIds",
    ARRAY(SELECT hash FROM application_secrets WHERE application_id = applications.id ORDER BY id) AS hashes,
    ARRAY(SELECT expires_at FROM application_secrets WHERE application_id = applications.id ORDER BY id) AS expiries
  FROM applications WHERE id = ANY($1)`;

interface Row extends Omit<ClientRecord, 'secrets'> {
  /** Of the secrets, in the same order. */
  secretIds: string[];
  hashes: Uint8Array[];
  expiries: (Date | null)[];
}

/** The applications with these ids, in the same order. */
async function readClients(database: ClientDatabase, ids: string[]): Promise<(ClientRecord | undefined)[]> {
  const { rows } = await database.tokenPool.query<Row>({
    ...preparedStatement(database, 'clients', clients),
    values: [ids],
  });
  const byId = new Map(rows.map((row) => [row.id, clientOf(row)]));
  return ids.map((id) => byId.get(id));
}

function clientOf({ secretIds, hashes, expiries, ...client }: Row): ClientRecord {
  const secrets = hashes.map((hash, index) => ({
    id: secretIds[index] ?? '',
    hash,
    expiresAt: expiries[index] ?? null,
  }));
  return { ...client, secrets };
}
