// SQL: pages that end with a person (WITH TIES), and conditions of administrators.
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import { type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FactorKind } from '../../vocabulary/account/factors.ts';
import { isAdministrator } from '../access/administrators.ts';

/** Finds what cannot be decrypted, in records that administrators and people know. */
interface Services {
  database: Pick<Database, 'prisma'>;
  secretBox: Pick<SecretBox, 'open'>;
}

const lostIn =
  ({ secretBox }: Services) =>
  (sealed: Uint8Array | null): boolean =>
    sealed !== null && tryOpen(secretBox, sealed) === undefined;

export async function lostSigningKeys(services: Services): Promise<{ id: string; algorithm: string }[]> {
  const select = { id: true, algorithm: true, encryptedKey: true } as const;
  const keys = await services.database.prisma.signingKey.findMany({ select, orderBy: { createdAt: 'asc' } });
  return keys.filter(({ encryptedKey }) => lostIn(services)(encryptedKey));
}

/** A webhook with what it has lost. */
export interface LostWebhook {
  id: string;
  name: string;
  /** Whether a secret is lost, and the names of lost headers. */
  hasLostSecret: boolean;
  headerNames: string[];
}

export async function lostWebhooks(services: Services): Promise<LostWebhook[]> {
  const isLost = lostIn(services);
  const webhooks = await services.database.prisma.webhook.findMany({
    select: {
      id: true,
      name: true,
      headerNames: true,
      encryptedHeaders: true,
      secrets: { select: { encryptedSecret: true } },
    },
    orderBy: { id: 'asc' },
  });
  return webhooks
    .map(({ id, name, headerNames, encryptedHeaders, secrets }) => ({
      id,
      name,
      hasLostSecret: secrets.some(({ encryptedSecret }) => isLost(encryptedSecret)),
      headerNames: isLost(encryptedHeaders) ? headerNames : [],
    }))
    .filter(({ hasLostSecret, headerNames }) => hasLostSecret || headerNames.length);
}

/** A connector or an identity provider without its secrets. */
interface LostSecrets {
  id: string;
  name: string;
  secretNames: string[];
}

const withSecrets = {
  select: { id: true, name: true, secretNames: true, encryptedSecrets: true },
  orderBy: { id: 'asc' },
} as const;

export async function lostConnectors(services: Services): Promise<LostSecrets[]> {
  const connectors = await services.database.prisma.connector.findMany(withSecrets);
  return connectors.filter(({ encryptedSecrets }) => lostIn(services)(encryptedSecrets));
}

export async function lostIdentityProviders(services: Services): Promise<(LostSecrets & { protocol: string })[]> {
  const select = { ...withSecrets.select, protocol: true } as const;
  const providers = await services.database.prisma.identityProvider.findMany({ ...withSecrets, select });
  return providers.filter(({ encryptedSecrets }) => lostIn(services)(encryptedSecrets));
}

/** The authenticator apps and backup codes that a person has lost. */
export interface LostFactors {
  userId: string;
  /** The identifier of the person; their id without one. */
  label: string;
  apps: number;
  backupCodes: number;
  /** Ids of all of them. */
  factorIds: string[];
  /** Without them, the password alone would let in an administrator. */
  isUnprotectedAdministrator: boolean;
}

interface Row {
  userId: string;
  id: string;
  kind: FactorKind;
  encryptedSecret: Uint8Array | null;
}

/** Factors that one statement reads, and those of the last user that are left. */
const pageSize = 1000;

/** People who have lost factors, in the order of their ids. */
export async function* lostFactors(services: Services): AsyncGenerator<LostFactors> {
  const { prisma } = services.database;
  const isLost = ({ encryptedSecret }: Row) => lostIn(services)(encryptedSecret);
  for (let after = ''; ; ) {
    const rows = await prisma.$queryRaw<Row[]>`
      SELECT user_id AS "userId", id, kind, encrypted_secret AS "encryptedSecret" FROM factors
      WHERE user_id > ${after} ORDER BY user_id FETCH FIRST ${Sql.raw(String(pageSize))} ROWS WITH TIES`;
    const people = Map.groupBy(rows, ({ userId }) => userId);
    const affected = [...people].filter(([, factors]) => factors.some(isLost));
    const users = await usersOf(
      services,
      affected.map(([userId]) => userId),
    );
    for (const [userId, factors] of affected) yield lossOf(factors, users.get(userId), isLost);
    const last = rows.at(-1);
    if (!last) return;
    after = last.userId;
  }
}

interface UserSummary {
  id: string;
  label: string;
  isAdministrator: boolean;
}

async function usersOf({ database }: Services, ids: readonly string[]): Promise<Map<string, UserSummary>> {
  const users = await database.prisma.$queryRaw<UserSummary[]>`
    SELECT id, coalesce(username, email, phone, id) AS label, ${isAdministrator(Sql.sql`users.id`)} AS "isAdministrator"
    FROM users WHERE id = ANY(${ids})`;
  return new Map(users.map((user) => [user.id, user]));
}

function lossOf(factors: readonly Row[], user: UserSummary | undefined, isLost: (factor: Row) => boolean): LostFactors {
  const lost = factors.filter(isLost);
  const others = factors.filter((factor) => factor.kind !== 'backup-code' && !isLost(factor));
  const userId = factors[0]?.userId ?? '';
  return {
    userId,
    label: user?.label ?? userId,
    apps: lost.filter(({ kind }) => kind === 'totp').length,
    backupCodes: lost.filter(({ kind }) => kind === 'backup-code').length,
    factorIds: lost.map(({ id }) => id),
    isUnprotectedAdministrator: Boolean(user?.isAdministrator) && others.length === 0,
  };
}
