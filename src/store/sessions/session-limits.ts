import { defaultPolicy, type SignInPolicy } from '../../domain/flow/policy.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { defaultExperienceId } from '../flows/policies.ts';

/** The limits of all sessions, and when a token of this one was last used; null if it is not known. */
interface SessionLimits {
  policy: SignInPolicy['session'];
  lastActiveAt: Date | null;
}

export async function readSessionLimits(
  prisma: Pick<Prisma, '$queryRaw'>,
  sessionId: string | null,
): Promise<SessionLimits> {
  const [found] = await prisma.$queryRaw<
    { policy: Partial<SignInPolicy['session']> | null; lastActiveAt: Date | null }[]
  >`
    SELECT (SELECT policy->'session' FROM sign_in_experiences WHERE id = ${defaultExperienceId}) AS policy,
      (SELECT last_active_at FROM oidc_records WHERE model = 'Session' AND uid = ${sessionId}) AS "lastActiveAt"`;
  return { policy: { ...defaultPolicy.session, ...found?.policy }, lastActiveAt: found?.lastActiveAt ?? null };
}
