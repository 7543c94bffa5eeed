import { Failure } from '../domain/failure.ts';

/** Concurrent work of one kind; each holds a connection for a long time. */
const maxRunning = 3;
const maxQueued = 100;
/** Milliseconds. */
const defaultQueueTimeout = 2000;

/** Runs work when the limit allows it. Throws SERVICE_UNAVAILABLE after waiting for `queueTimeout` milliseconds. */
export type RunLimited = <Result>(work: () => Promise<Result>, queueTimeout?: number) => Promise<Result>;

/**
 * Limits how much work of one kind runs concurrently, first in, first out, so that the pool has connections for
 * everything else. `Infinity` waits without limit. Refused work is released at once, with its request.
 */
export function createConcurrencyLimit(kind: string): RunLimited {
  const queue = new Set<() => void>();
  let free = maxRunning;
  const waitForSlot = (timeout: number) =>
    new Promise<void>((resolve, reject) => {
      if (timeout !== Infinity && queue.size >= maxQueued) return reject(tooMany(kind));
      const refuse = () => {
        queue.delete(start);
        reject(tooMany(kind));
      };
      const timer = timeout === Infinity ? undefined : setTimeout(refuse, timeout);
      const start = () => {
        queue.delete(start);
        clearTimeout(timer);
        resolve();
      };
      queue.add(start);
    });
  return async (work, queueTimeout = defaultQueueTimeout) => {
    if (free > 0) free -= 1;
    else await waitForSlot(queueTimeout);
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else free += 1;
    }
  };
}

const tooMany = (kind: string): Failure =>
  new Failure('SERVICE_UNAVAILABLE', `Too many ${kind} are in progress. Try again in a moment.`);
