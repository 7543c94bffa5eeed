import { systemClock } from '../../platform/clock.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, interactionPolicy, type KoaContextWithOIDC } from './library.ts';

const { Check } = interactionPolicy;

/** The person signed in too long ago for this application. `max_age` can shorten its limit, but not extend it. */
export const sessionLimitCheck = new Check(
  'session_limit',
  'the session is older than the application allows',
  'login_required',
  ({ oidc }) => {
    const limit = limitOf(oidc);
    return limit !== null && oidc.session?.accountId !== undefined && oidc.session.past(limit);
  },
);

/** Refresh tokens are rotated, unless the sign-in is too long ago: also those that outlive the session. */
export function rotateWithinLimit({ oidc }: KoaContextWithOIDC): boolean {
  const limit = limitOf(oidc);
  const signedInAt = oidc.entities.RefreshToken?.authTime;
  // The library's clock, to which the times of stored tokens are converted.
  const now = Math.floor(systemClock.now().getTime() / 1000);
  if (limit !== null && (signedInAt === undefined || now - signedInAt > limit))
    throw new errors.InvalidGrant('the sign-in is older than the application allows');
  return true;
}

const limitOf = ({ client }: KoaContextWithOIDC['oidc']): number | null => applicationOf(client).sessionLimitSeconds;
