import type { IncomingMessage } from 'node:http';
import type { Listener } from '../http/listener.ts';
import { runInTurn, type Turns } from '../http/turns.ts';

/** Gives the requests to the issuer that lead to a page their turns, as the pages have them. */
export const createPageTurns =
  (turns: Turns, isPage: (request: IncomingMessage) => boolean) =>
  (listener: Listener): Listener =>
  async (request, response) => {
    if (!isPage(request)) return listener(request, response);
    await runInTurn(turns, { request, response }, async () => listener(request, response));
  };
