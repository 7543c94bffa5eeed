import { errors, Provider } from '../library.ts';

/** Why a record cannot be stored: its user or application was ended during the request. */
type EndedPart = 'user' | 'application';

/** The error that the endpoint reports; on the sign-in pages, that of an expired sign-in. */
export function endedError(part: EndedPart, isForUser: boolean): Error {
  const route = Provider.ctx?.oidc.route;
  const detail = `the sessions and tokens of the ${part} were ended during the request`;
  if (route === 'authorization' || route === 'resume') {
    if (part === 'user') return new errors.LoginRequired(undefined, detail);
    // Like a suspended or unknown application: no redirect to it.
    return Object.assign(new errors.InvalidClient('client is invalid', detail), { allow_redirect: false });
  }
  if (route === 'token' || route === 'pushed_authorization_request') {
    return isForUser ? new errors.InvalidGrant(detail) : new errors.InvalidClientAuth(detail);
  }
  return new errors.SessionNotFound('the session has ended');
}

/** Whether the user is signing out. Then a session that has ended is no error. */
export const isSigningOut = (): boolean => Provider.ctx?.oidc.route?.startsWith('end_session') ?? false;
