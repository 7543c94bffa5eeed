import { interactionPolicy } from './library.ts';

const { Check } = interactionPolicy;

/** The cookie of a link (src/experience/link/cookies.ts). */
const cookie = /(?:^|;\s*)(?:__Host-)?mandate_link=/;

/**
 * A link was opened in this browser: the person may be another one than the user of the session, and has to decide. A
 * request without interaction continues the session.
 */
export const linkCheck = new Check(
  'link',
  'a link was opened in this browser',
  'login_required',
  ({ oidc, req }) =>
    oidc.session?.accountId !== undefined &&
    !oidc.result?.login &&
    !oidc.prompts.has('none') &&
    cookie.test(req.headers.cookie ?? ''),
);
