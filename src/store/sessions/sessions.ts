import type { Prisma } from '../../platform/database/database.ts';
import { isValidRecord } from './endings.ts';

/** A session of a person at the issuer, without its cookie. */
export interface Session {
  /** The session uid, which tokens contain as `session_id`. */
  id: string;
  userId: string;
  /** When the person signed in. */
  startedAt: Date;
  expiresAt: Date;
  /** Applications that were used in the session, sorted by id. */
  applicationIds: string[];
}

/** Number of sessions per person: the newest. */
const maxSessions = 100;

/** Sessions of these people that are active at `now`, each person's newest first. */
export async function sessionsOf(
  prisma: Pick<Prisma, '$queryRaw'>,
  userIds: readonly string[],
  now: Date,
): Promise<Session[]> {
  const rows = await prisma.$queryRaw<Session[]>`
    SELECT session.* FROM unnest(${userIds}::text[]) AS requested (user_id), LATERAL (
      SELECT uid AS id, user_id AS "userId", expires_at AS "expiresAt",
        to_timestamp(coalesce(payload->>'loginTs', payload->>'iat')::float8) AS "startedAt",
        ARRAY(SELECT jsonb_object_keys(coalesce(payload->'authorizations', '{}'))) AS "applicationIds"
      FROM oidc_records
      WHERE model = 'Session' AND user_id = requested.user_id AND expires_at > ${now} AND ${isValidRecord}
      ORDER BY "startedAt" DESC, uid LIMIT ${maxSessions}
    ) AS session`;
  return rows.map((row) => ({ ...row, applicationIds: row.applicationIds.toSorted() }));
}

/** Returns the ids of the people who have a password. */
export async function withPassword(prisma: Pick<Prisma, 'user'>, userIds: readonly string[]): Promise<Set<string>> {
  const where = { id: { in: [...userIds] }, passwordHash: { not: null } };
  return new Set((await prisma.user.findMany({ where, select: { id: true } })).map(({ id }) => id));
}
