import { errors, Provider } from './library.ts';

/** Why a record cannot be stored: what it belongs to was ended while the request was under way. */
export type EndedPart = 'user' | 'application';

/**
 * The refusal in the words of the endpoint that is asked. Outside of the library's endpoints, on the sign-in pages, it is that of a sign-in that
 * does not exist any more.
 */
export function endedError(part: EndedPart, isForUser: boolean): Error {
  const route = Provider.ctx?.oidc.route;
  const detail = `the ${part} was ended while the request was under way`;
  if (route === 'authorization' || route === 'resume') {
    if (part === 'user') return new errors.LoginRequired(undefined, detail);
    // As for an application that is suspended or unknown: nobody is sent to it.
    return Object.assign(new errors.InvalidClient('client is invalid', detail), { allow_redirect: false });
  }
  if (route === 'token' || route === 'pushed_authorization_request') {
    return isForUser ? new errors.InvalidGrant(detail) : new errors.InvalidClientAuth(detail);
  }
  return new errors.SessionNotFound('the session has ended');
}

/** Whether the person is signing out: then a session that has ended is no fault. */
export const isSigningOut = (): boolean => Provider.ctx?.oidc.route?.startsWith('end_session') ?? false;
