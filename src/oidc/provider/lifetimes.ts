import { applicationOf } from './client-metadata.ts';
import type { AccessToken, Client, KoaContextWithOIDC, RefreshToken } from './library.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes in seconds. */
export const lifetimes = {
  /** Opaque access tokens; those for a resource have the lifetime of the resource. */
  AccessToken: (_context: unknown, token: AccessToken) => token.resourceServer?.accessTokenTTL ?? hour,
  ClientCredentials: hour,
  AuthorizationCode: minute,
  IdToken: hour,
  /** Time to sign in or to agree, once the page has been opened; before that see `unopenedInteraction`. */
  Interaction: hour,
  /** Since the last sign-in or authorization request; short for one without a user (sign-out creates such sessions). */
  Session: (_context: unknown, { accountId }: { accountId?: string | undefined }) =>
    accountId ? 14 * day : 10 * minute,
  /** Since the last use, but see refreshTokenLifetime. */
  RefreshToken: refreshTokenLifetime,
  /** Since the first consent: nothing that was granted outlives it. */
  Grant: 180 * day,
};

/** Seconds that an authorization request is kept until its page is opened: storing one needs no authentication. */
export const unopenedInteraction = 10 * minute;

/** RFC 9700 §2.2.2: in a browser application, rotation does not stretch what the first refresh token was given. */
function refreshTokenLifetime(context: KoaContextWithOIDC, _token: RefreshToken, client: Client): number {
  const rotated = context.oidc.entities.RotatedRefreshToken;
  const inBrowser = applicationOf(client).type === 'SINGLE_PAGE';
  return rotated && inBrowser ? Math.max(1, rotated.remainingTTL) : 14 * day;
}
