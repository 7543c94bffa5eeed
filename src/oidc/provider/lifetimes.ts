import { sessionLifetime } from '../../store/sessions/sessions.ts';
import { applicationOf } from './client-metadata.ts';
import type { AccessToken, Client, KoaContextWithOIDC, RefreshToken } from './library.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes in seconds. */
export const lifetimes = {
  /** Opaque access tokens; those for a resource have the lifetime that the resource defines. */
  AccessToken: (_context: unknown, token: AccessToken) => token.resourceServer?.accessTokenTTL ?? hour,
  ClientCredentials: hour,
  AuthorizationCode: minute,
  IdToken: hour,
  /** After the page was opened; before that see `unopenedInteraction`. */
  Interaction: hour,
  /** Since the last sign-in or authorization request. Sessions without a user (sign-out creates some) are short. */
  Session: (_context: unknown, { accountId }: { accountId?: string | undefined }) =>
    accountId ? sessionLifetime / 1000 : 10 * minute,
  /** Since the last use, but see refreshTokenLifetime. */
  RefreshToken: refreshTokenLifetime,
  /** Since the first consent: no token of the grant outlives it. */
  Grant: 180 * day,
};

/** Seconds until the page of an authorization request is opened: storing a request needs no authentication. */
export const unopenedInteraction = 10 * minute;

/** RFC 9700 §2.2.2: in browser applications, rotation does not extend the lifetime of the first refresh token. */
function refreshTokenLifetime(context: KoaContextWithOIDC, _token: RefreshToken, client: Client): number {
  const rotated = context.oidc.entities.RotatedRefreshToken;
  const inBrowser = applicationOf(client).type === 'SINGLE_PAGE';
  return rotated && inBrowser ? Math.max(1, rotated.remainingTTL) : 14 * day;
}
