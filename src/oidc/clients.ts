import { timingSafeEqual } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '../domain/application.ts';
import type { Prisma as Namespace } from '../generated/prisma/client.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import { concerns, type Nudges } from '../platform/nudges.ts';
import type { ApplicationType } from '../vocabulary/resources.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';

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
export function createClients({ database, nudges }: { database: Pick<Database, 'prisma'>; nudges: Nudges }): Clients {
  const cache = new LRUCache<string, ClientRecord>(remembering);
  const unsubscribe = nudges.subscribe((nudge) => {
    if (concerns(nudge, 'Application.')) cache.clear();
  });
  const find = (id: string) => findClient(database, id);
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

const columns = {
  id: true,
  name: true,
  type: true,
  isThirdParty: true,
  tokenExchangeAllowed: true,
  pkceRequired: true,
  idTokenSigningAlg: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  corsOrigins: true,
  jwks: true,
  suspendedAt: true,
  version: true,
  secrets: { select: { hash: true, expiresAt: true } },
} satisfies Namespace.ApplicationSelect;

async function findClient(database: Pick<Database, 'prisma'>, id: string): Promise<ClientRecord | undefined> {
  // Anything else never was a client, and PostgreSQL refuses some texts (U+0000).
  if (!isId('application', id)) return undefined;
  const row = await database.prisma.application.findUnique({ where: { id }, select: columns });
  if (!row) return undefined;
  const { suspendedAt, jwks, idTokenSigningAlg, ...rest } = row;
  return {
    ...rest,
    jwks: jwks as ClientRecord['jwks'],
    idTokenSigningAlg: idTokenSigningAlg as SigningAlgorithm,
    isSuspended: suspendedAt !== null,
  };
}
