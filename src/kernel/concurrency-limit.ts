import { Failure } from '../domain/failure.ts';
import { hadTokenRequests } from '../platform/priority.ts';
import { createSemaphore, type Semaphore } from '../platform/semaphore.ts';

/**
 * Concurrent work of one kind; each holds a connection for a long time. For `npm run bench:isolation`: p99 of exchanges
 * at most 2 times alone, or 10 ms.
 */
const maxRunning = { whileTokensAreRequested: 1, otherwise: 2 };
/** Milliseconds after a token request in which another one is expected. */
const tokenWindow = 100;
const maxQueued = 100;
/** Milliseconds. */
const timeout = 2000;

/**
 * Limits how much work of one kind runs concurrently, so that the pool has connections for everything else. Work that
 * waits too long is refused with SERVICE_UNAVAILABLE.
 */
export const createConcurrencyLimit = (kind: string, areTokensRequested = hadTokenRequestsLately): Semaphore =>
  createSemaphore(() => (areTokensRequested() ? maxRunning.whileTokensAreRequested : maxRunning.otherwise), {
    maxQueued,
    timeout,
    rereadAfter: tokenWindow,
    overloaded: () => new Failure('SERVICE_UNAVAILABLE', `Too many ${kind} are in progress. Try again in a moment.`),
  });

const hadTokenRequestsLately = (): boolean => hadTokenRequests(tokenWindow);
