import type { IncomingMessage } from 'node:http';
import { isFailure } from '../domain/failure.ts';
import type { Admission } from '../platform/admission/admission.ts';
import type { Listener } from '../http/listener.ts';
import { outageHeaders, problem, sendProblem } from '../http/problem.ts';

/**
 * Gives pages their turns, after token requests: each takes some statements, which would delay those of token requests.
 * A form waits when it is read, and its password waits for its turn (platform/passwords/hash-queue.ts). What waits for
 * others has no turn, which it would keep from the pages of all people.
 */
export const createPageTurns =
  ({ run }: Admission, networkOf: (request: IncomingMessage) => string) =>
  (listener: Listener): Listener =>
  async (request, response) => {
    if (!isPage(request)) return listener(request, response);
    const kind = isWaiting(request) ? 'request' : 'page';
    try {
      await run(kind, networkOf(request), async () => listener(request, response));
    } catch (error) {
      if (!isFailure(error, 'SERVICE_UNAVAILABLE')) throw error;
      sendProblem(response, problem(503, { detail: error.message }), outageHeaders);
    }
  };

/** A form, or what asks an identity provider, which may take ten seconds: the return from it, and a trial sign-in. */
const isWaiting = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' || /^\/sign-in\/(?:return|trials)\//.test(url);

/** A page of a sign-in or an account, or a request that leads to one; not what a page loads. */
const isPage = ({ url = '' }: IncomingMessage): boolean =>
  /^\/(?:oidc\/auth|sign-in|link|reset-password|sign-up|account)(?:[/?]|$)/.test(url) &&
  !/^\/(?:account\/style\.css|sign-in\/(?:style\.css|script\.js|logos\/[^/?]+))(?:\?|$)/.test(url);
