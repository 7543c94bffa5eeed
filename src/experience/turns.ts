import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { runInTurn, type Turns } from '../http/turns.ts';

type Handler = MiddlewareHandler<{ Bindings: HttpBindings }>;

/** Marks a route without a turn: what a page loads, and what needs no statement. */
export const withoutTurn: Handler = (_context, next) => next();

/** Marks a route that may wait ten seconds for an identity provider. */
export const waitsForProvider: Handler = (_context, next) => next();

/** Gives each page its turn, unless its route is marked. */
export const inTurn =
  (turns: Turns): Handler =>
  async (context, next) => {
    const routes = matchedRoutes(context);
    const isMarked = (mark: Handler): boolean => routes.some(({ handler }) => handler === mark);
    if (isMarked(withoutTurn) || !routes.some(({ method }) => method !== 'ALL')) return next();
    const { incoming: request, outgoing: response } = context.env;
    const hasRun = await runInTurn(turns, { request, response, waits: isMarked(waitsForProvider) }, next);
    return hasRun ? undefined : RESPONSE_ALREADY_SENT;
  };
