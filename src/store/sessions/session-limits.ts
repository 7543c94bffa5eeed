// SQL: two records in one statement, and part of others.
import { Prisma as Sql } from '../../generated/prisma/client.ts';
import { defaultPolicy, type SignInPolicy } from '../../domain/flow/policy.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { defaultExperienceId } from '../../vocabulary/sign-in-experience.ts';

/** The limits of all sessions, and when a token of this one was last used; null if it is not known. */
interface SessionLimits {
  policy: SignInPolicy['session'];
  lastActiveAt: Date | null;
}

/** The limits of the policy as stored, of which fields can be missing. */
type StoredLimits = Partial<SignInPolicy['session']> | null;

/** The limits of the policy, in a statement. */
export const storedLimits = Sql.sql`(SELECT policy->'session' FROM sign_in_experiences WHERE id = ${defaultExperienceId})`;

/** Reads what `storedLimits` returns. */
export const limitsOf = (stored: StoredLimits | undefined): SignInPolicy['session'] => ({
  ...defaultPolicy.session,
  ...stored,
});

export async function readSessionLimits(
  prisma: Pick<Prisma, '$queryRaw'>,
  sessionId: string | null,
): Promise<SessionLimits> {
  const [row] = await prisma.$queryRaw<{ policy: StoredLimits; lastActiveAt: Date | null }[]>`
    SELECT ${storedLimits} AS policy,
      (SELECT last_active_at FROM oidc_records WHERE model = 'Session' AND uid = ${sessionId}) AS "lastActiveAt"`;
  return { policy: limitsOf(row?.policy), lastActiveAt: row?.lastActiveAt ?? null };
}
