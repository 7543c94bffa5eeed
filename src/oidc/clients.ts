import { timingSafeEqual } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../domain/application.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids/ids.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import { named } from '../platform/database/statement-names.ts';
import type { ApplicationType } from '../vocabulary/resources.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';
import { tokenRead } from './batched-reads.ts';

/** An application as the token side sees it, with the hashes of its secrets. */
export interface ClientRecord {
  id: string;
  name: string;
  type: ApplicationType;
  isThirdParty: boolean;
  tokenExchangeAllowed: boolean;
  pkceRequired: boolean;
  idTokenSigningAlg: SigningAlgorithm;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  corsOrigins: string[];
  /** Keys for private_key_jwt; when there are any, secrets are not accepted. */
  jwks: { keys: JWK[] } | null;
  isSuspended: boolean;
  /** Counts the changes of the application and its secrets (kernel/run.ts). */
  version: number;
  /** Counts how often all that the application had at the issuer was ended (store/sessions/endings.ts). */
  endings: number;
  secrets: { hash: Uint8Array; expiresAt: Date | null }[];
}

export interface Clients {
  /** Read from the database now. */
  find(id: string): Promise<ClientRecord | undefined>;
  /** May be old: whoever uses it must compare its version with one read now (PolicyAnswer.client). */
  remembered(id: string): Promise<ClientRecord | undefined>;
  forget(id: string): void;
  close(): void;
}

/**
 * Records kept, and for how many milliseconds: a secret that an old record lacks is only found out by oidc-provider, the slow
 * way, until the record is read again.
 */
const remembering = { max: 10_000, ttl: 30_000, ttlResolution: 1000 };

/** Clients from our tables. Nudges only spare the detour of finding a remembered record to be old. */
export function createClients({ database, nudges }: { database: ClientDatabase; nudges: Nudges }): Clients {
  const cache = new LRUCache<string, ClientRecord>(remembering);
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concerns(nudge, 'Application.')) cache.clear();
  });
  const read = tokenRead((ids: string[]) => readClients(database, ids));
  // Anything else never was a client, and PostgreSQL refuses some texts (U+0000).
  const find = async (id: string) => (isId('application', id) ? read(id) : undefined);
  return {
    find,
    async remembered(id) {
      const known = cache.get(id);
      if (known) return known;
      const found = await find(id);
      if (found) cache.set(id, found);
      return found;
    },
    forget: (id) => void cache.delete(id),
    close: unsubscribe,
  };
}

/** Whether the secret is one of the client's unexpired ones. Takes the same time whichever it is. */
export function secretMatches(client: Pick<ClientRecord, 'secrets'>, secret: string, now: Date): boolean {
  const given = hashSecret(secret);
  let matches = false;
  for (const { hash: expected, expiresAt } of client.secrets) {
    const equal = timingSafeEqual(given, expected);
    if (equal && (expiresAt === null || expiresAt > now)) matches = true;
  }
  return matches;
}

type ClientDatabase = Pick<Database, 'tokenPool' | 'preparedStatements'>;

const clients = `
  SELECT id, name, type::text AS type, is_third_party AS "isThirdParty", token_exchange_allowed AS "tokenExchangeAllowed",
    pkce_required AS "pkceRequired", id_token_signing_alg AS "idTokenSigningAlg", redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris",
    cors_origins AS "corsOrigins", jwks, suspended_at IS NOT NULL AS "isSuspended", version, endings,
    ARRAY(SELECT hash FROM application_secrets WHERE application_id = applications.id ORDER BY id) AS hashes,
    ARRAY(SELECT expires_at FROM application_secrets WHERE application_id = applications.id ORDER BY id) AS expiries
  FROM applications WHERE id = ANY($1)`;

interface Row extends Omit<ClientRecord, 'secrets'> {
  /** Of the secrets, in one order. */
  hashes: Uint8Array[];
  expiries: (Date | null)[];
}

/** The applications with these ids, in their order. */
async function readClients(database: ClientDatabase, ids: string[]): Promise<(ClientRecord | undefined)[]> {
  const { rows } = await database.tokenPool.query<Row>({ ...named(database, 'clients', clients), values: [ids] });
  const found = new Map(rows.map((row) => [row.id, clientOf(row)]));
  return ids.map((id) => found.get(id));
}

function clientOf({ hashes, expiries, ...client }: Row): ClientRecord {
  return { ...client, secrets: hashes.map((hash, index) => ({ hash, expiresAt: expiries[index] ?? null })) };
}
