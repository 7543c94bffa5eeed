// SQL: fields of JSON documents, and the first rows of each user.
import type { Prisma, Transaction } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { day } from '../../domain/durations.ts';
import { isValidRecord } from './session-epochs.ts';
import { deleteRecordsOfGrants } from './oidc-records.ts';
import { createOpenAddress } from './address.ts';
import { limitsOf, storedLimits } from './session-limits.ts';

/** Milliseconds from the last use of a session to its end. */
export const sessionLifetime = 14 * day;

/** A session of a person at the issuer, without its cookie. */
export interface Session {
  /** The session uid, which tokens contain as `session_id`. */
  id: string;
  userId: string;
  /** When the person signed in. */
  startedAt: Date;
  /** The last authorization request. */
  lastUsedAt: Date;
  /** When a new sign-in is required, at the latest: by the session itself and the limits of the policy. */
  expiresAt: Date;
  /** Applications that were used in the session, sorted by id. */
  applicationIds: string[];
  /** Methods of the authentication (RFC 8176). */
  amr: string[];
  /** Name of the browser and system of the last authorization request; null if it is unknown. */
  device: string | null;
  /** IP address of the last authorization request; null if it is unknown. */
  ipAddress: string | null;
  /** The last authorization request, or use of a token of the session, to five minutes. */
  lastActiveAt: Date;
}

/** Finds sessions of people that are active at a time, each person's newest first; with `sessionId`, only that one. */
export type FindSessions = (
  prisma: Pick<Prisma, '$queryRaw'>,
  userIds: readonly string[],
  now: Date,
  sessionId?: string | null,
) => Promise<Session[]>;

type StoredSession = Omit<Session, 'amr' | 'lastUsedAt' | 'ipAddress' | 'lastActiveAt'> & {
  amr: string[] | null;
  lastActiveAt: Date | null;
  encryptedAddress: Uint8Array | null;
  policy: Parameters<typeof limitsOf>[0];
};

/** Number of sessions per person: the newest. */
const maxSessions = 100;

export function createFindSessions(secretBox: Pick<SecretBox, 'open'>): FindSessions {
  const openAddress = createOpenAddress(secretBox);
  return async (prisma, userIds, now, sessionId = null) => {
    const rows = await prisma.$queryRaw<StoredSession[]>`
      SELECT session.* FROM unnest(${userIds}::text[]) AS requested (user_id), LATERAL (
        SELECT uid AS id, user_id AS "userId", expires_at AS "expiresAt",
          to_timestamp(coalesce(payload->>'loginTs', payload->>'iat')::float8) AS "startedAt",
          payload->'amr' AS amr,
          ARRAY(SELECT jsonb_object_keys(coalesce(payload->'authorizations', '{}'))) AS "applicationIds",
          device, encrypted_address AS "encryptedAddress", last_active_at AS "lastActiveAt", ${storedLimits} AS policy
        FROM oidc_records
        WHERE model = 'Session' AND user_id = requested.user_id AND expires_at > ${now} AND ${isValidRecord}
          AND (${sessionId}::text IS NULL OR uid = ${sessionId})
        ORDER BY "startedAt" DESC, uid LIMIT ${maxSessions}
      ) AS session`;
    return rows.map(({ encryptedAddress, policy, ...row }) => {
      const lastUsedAt = new Date(row.expiresAt.getTime() - sessionLifetime);
      const lastActiveAt = row.lastActiveAt && row.lastActiveAt > lastUsedAt ? row.lastActiveAt : lastUsedAt;
      const { limitSeconds, idleLimitSeconds } = limitsOf(policy);
      return {
        ...row,
        amr: row.amr ?? [],
        lastUsedAt,
        lastActiveAt,
        expiresAt: earliest(row.expiresAt, after(row.startedAt, limitSeconds), after(lastActiveAt, idleLimitSeconds)),
        applicationIds: row.applicationIds.toSorted(),
        ipAddress: openAddress(encryptedAddress),
      };
    });
  };
}

/** The time so many seconds later; undefined without a limit. */
const after = (time: Date, seconds: number | null): Date | undefined =>
  seconds === null ? undefined : new Date(time.getTime() + seconds * 1000);

const earliest = (...times: (Date | undefined)[]): Date =>
  new Date(Math.min(...times.map((time) => time?.getTime() ?? Infinity)));

/** The applications and grants that ended with a session. */
interface EndedSession {
  /** The applications that were used in it, sorted. */
  applicationIds: string[];
  grantIds: string[];
}

interface Authorization {
  grantId?: string;
  /** Offline access: it outlives a sign-out. Applications and administrators can revoke it. */
  persistsLogout?: boolean;
}

/**
 * Ends one session, with the grants that applications got in it and everything issued under them; a sign-out leaves
 * offline access. Undefined if the user has no such session. A request in progress that has read the session can only
 * replace it, so it fails.
 */
export async function endSession(
  tx: Transaction,
  { userId, sessionId, now, isSignOut = false }: { userId: string; sessionId: string; now: Date; isSignOut?: boolean },
): Promise<EndedSession | undefined> {
  const [session] = await tx.$queryRaw<{ authorizations: Record<string, Authorization> | null }[]>`
    DELETE FROM oidc_records
    WHERE model = 'Session' AND uid = ${sessionId} AND user_id = ${userId} AND expires_at > ${now} AND ${isValidRecord}
    RETURNING payload->'authorizations' AS authorizations`;
  if (!session) return undefined;
  const authorizations = session.authorizations ?? {};
  const grantIds = Object.values(authorizations).flatMap(({ grantId, persistsLogout }) =>
    grantId === undefined || (isSignOut && persistsLogout) ? [] : [grantId],
  );
  await deleteRecordsOfGrants(tx, grantIds);
  return { applicationIds: Object.keys(authorizations).sort(), grantIds };
}

/** Returns the ids of the people who have a password. */
export async function withPassword(prisma: Pick<Prisma, 'user'>, userIds: readonly string[]): Promise<Set<string>> {
  const where = { id: { in: [...userIds] }, passwordHash: { not: null } };
  return new Set((await prisma.user.findMany({ where, select: { id: true } })).map(({ id }) => id));
}
