import type { Prisma } from '../../platform/database/database.ts';
import { isInForce } from './endings.ts';

/** A session of a person at the issuer: what its cookie stands for, without the cookie. */
export interface Session {
  /** The session uid, which tokens carry as `session_id`. */
  id: string;
  userId: string;
  /** When the person signed in. */
  startedAt: Date;
  expiresAt: Date;
  /** Applications that the person came to in it, in the order of their ids. */
  applicationIds: string[];
}

/** Sessions of one person that are told: the newest. */
const most = 100;

/** The sessions of these people that are alive at `now`, each person's newest first. */
export async function sessionsOf(
  prisma: Pick<Prisma, '$queryRaw'>,
  userIds: readonly string[],
  now: Date,
): Promise<Session[]> {
  const rows = await prisma.$queryRaw<Session[]>`
    SELECT session.* FROM unnest(${userIds}::text[]) AS asked (user_id), LATERAL (
      SELECT uid AS id, user_id AS "userId", expires_at AS "expiresAt",
        to_timestamp(coalesce(payload->>'loginTs', payload->>'iat')::float8) AS "startedAt",
        ARRAY(SELECT jsonb_object_keys(coalesce(payload->'authorizations', '{}'))) AS "applicationIds"
      FROM oidc_records
      WHERE model = 'Session' AND user_id = asked.user_id AND expires_at > ${now} AND ${isInForce}
      ORDER BY "startedAt" DESC, uid LIMIT ${most}
    ) AS session`;
  return rows.map((row) => ({ ...row, applicationIds: row.applicationIds.toSorted() }));
}

/** Those of these people who have a password. */
export async function withPassword(prisma: Pick<Prisma, 'user'>, userIds: readonly string[]): Promise<Set<string>> {
  const where = { id: { in: [...userIds] }, passwordHash: { not: null } };
  return new Set((await prisma.user.findMany({ where, select: { id: true } })).map(({ id }) => id));
}
