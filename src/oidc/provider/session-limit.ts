import type { Clock } from '../../platform/clock.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { readSessionLimits } from '../../store/sessions/session-limits.ts';
import { sessionLifetime } from '../../store/sessions/sessions.ts';
import type { ClientRecord } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, interactionPolicy, type KoaContextWithOIDC } from './library.ts';

const { Check } = interactionPolicy;

export interface SessionLimitServices {
  database: Pick<Database, 'prisma'>;
  clock: Clock;
}

/**
 * The person signed in too long ago for this application, or the session was not used for too long. `max_age` can
 * shorten the limits, but not extend them.
 */
export const createSessionLimitCheck = (services: SessionLimitServices) =>
  new Check(
    'session_limit',
    'the session is older, or was unused for longer, than the application allows',
    'login_required',
    async ({ oidc }) => {
      const { session } = oidc;
      if (!session?.accountId) return false;
      const { uid } = session;
      const { signedInAt, usedAt } = usesOf(session);
      return isPastLimit(services, applicationOf(oidc.client), { signedInAt, usedAt, sessionId: uid });
    },
  );

/** When a session began and was used: it expires so long after its last authorization request. */
export function usesOf({ loginTs: signedInAt = 0, exp }: { loginTs?: number | undefined; exp: number }) {
  return { signedInAt, usedAt: Math.max(signedInAt, exp - sessionLifetime / 1000) };
}

/** Refresh tokens are rotated within the limits of the sign-in and of their last use: also those that outlive it. */
export const createRotation =
  (services: SessionLimitServices) =>
  async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
    const { authTime: signedInAt = 0, iat: usedAt = 0 } = oidc.entities.RefreshToken ?? {};
    if (await isPastLimit(services, applicationOf(oidc.client), { signedInAt, usedAt, sessionId: null }))
      throw new errors.InvalidGrant('the sign-in is older, or was unused for longer, than the application allows');
    return true;
  };

/** Seconds since the epoch, by the library's clock. */
interface Uses {
  signedInAt: number;
  usedAt: number;
  /** The session whose tokens may have been used later. */
  sessionId: string | null;
}

/** Whether a session is older, or was unused for longer, than the policy and the application allow. */
export async function isPastLimit(
  { database, clock }: SessionLimitServices,
  {
    sessionLimitSeconds,
    sessionIdleLimitSeconds,
  }: Pick<ClientRecord, 'sessionLimitSeconds' | 'sessionIdleLimitSeconds'>,
  { signedInAt, usedAt, sessionId }: Uses,
): Promise<boolean> {
  const { policy, lastActiveAt } = await readSessionLimits(database.prisma, sessionId);
  // The library's clock, to which the times of what is stored are converted.
  const now = Math.floor(systemClock.now().getTime() / 1000);
  const sinceActivity = lastActiveAt ? (clock.now().getTime() - lastActiveAt.getTime()) / 1000 : Infinity;
  return (
    now - signedInAt > strictest(policy.limitSeconds, sessionLimitSeconds) ||
    Math.min(now - usedAt, sinceActivity) > strictest(policy.idleLimitSeconds, sessionIdleLimitSeconds)
  );
}

const strictest = (...limits: (number | null)[]): number => Math.min(...limits.map((limit) => limit ?? Infinity));
