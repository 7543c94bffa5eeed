import type { IncomingMessage } from 'node:http';
import { yieldToTokenRequests } from '../platform/priority.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import type { Listener } from './listener.ts';
import { problem, sendProblem } from './problem.ts';

/** Pages that are prepared at the same time: more would not be faster, because they share the main thread. */
const maxRunning = 2;
const maxQueued = 1000;
/** Milliseconds. */
const timeout = 10_000;

class Overloaded extends Error {}

/**
 * Gives token requests priority over pages. Pages that are opened at the same time wait for each other: each takes some
 * statements, which would delay those of token requests. A form waits when it is read, and its password waits for its
 * turn (platform/passwords/hash-queue.ts). For bench:sign-in, p99 of exchanges beside 50 clients at most 1.3 times
 * alone, or 10 ms.
 */
export function createPageLimit(): (listener: Listener) => Listener {
  const limit = createSemaphore(() => maxRunning, { maxQueued, timeout, overloaded: () => new Overloaded() });
  return (listener) => async (request, response) => {
    if (!isPage(request)) return listener(request, response);
    await yieldToTokenRequests();
    if (request.method === 'POST') return listener(request, response);
    try {
      return await limit(async () => listener(request, response));
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      sendProblem(response, problem(503, { detail: 'Too many pages are open. Try again in a moment.' }), {
        'retry-after': '2',
      });
    }
  };
}

/**
 * Limits the reading of forms: one at a time, after token requests. For bench:sign-in, p99 of exchanges beside 50
 * clients at most 1.3 times alone, or 10 ms.
 */
export function createFormLimit(): <T>(read: () => Promise<T>) => Promise<T> {
  const limit = createSemaphore(() => 1);
  return (read) =>
    limit(async () => {
      await yieldToTokenRequests();
      return read();
    });
}

/** A page of a sign-in, or a request that leads to one. */
const isPage = ({ url = '' }: IncomingMessage): boolean =>
  /^\/(?:oidc\/auth|sign-in|link|reset-password|sign-up)(?:[/?]|$)/.test(url);
