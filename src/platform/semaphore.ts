/**
 * Runs work as soon as a permit is free, first in, first out. Settles as the work does. Rejects with `overloaded()`
 * after waiting for `queueTimeout` milliseconds; `Infinity` waits without limit.
 */
export type Semaphore = <Result>(work: () => Promise<Result>, queueTimeout?: number) => Promise<Result>;

/** Limits of the queue; none by default. Work that waits without limit is always queued. */
interface QueueLimits {
  maxQueued: number;
  /** Default timeout in milliseconds. */
  timeout: number;
  /** The error of refused work. */
  overloaded(): Error;
  /** Milliseconds after which `permits` is read again while work waits, for permits that change by themselves. */
  rereadAfter?: number;
}

const unlimited: QueueLimits = { maxQueued: Infinity, timeout: Infinity, overloaded: () => new Error('overloaded') };

/**
 * Limits how much work runs concurrently. `permits` is read when work arrives or ends, or after `rereadAfter`, and is
 * at least 1. Refused work is released at once, with its request.
 */
export function createSemaphore(permits: () => number, limits: QueueLimits = unlimited): Semaphore {
  const { maxQueued, overloaded, rereadAfter } = limits;
  const queue = new Set<() => void>();
  let running = 0;
  let rereading: NodeJS.Timeout | undefined;
  /** After each change of the queue. */
  const reread = () => {
    if (queue.size > 0 && rereadAfter !== undefined) rereading ??= setTimeout(rereadNow, rereadAfter);
    else clearReread();
  };
  const rereadNow = () => {
    clearReread();
    startQueued();
    reread();
  };
  const clearReread = () => {
    clearTimeout(rereading);
    rereading = undefined;
  };
  const waitForPermit = (timeout: number) =>
    new Promise<void>((resolve, reject) => {
      if (timeout !== Infinity && queue.size >= maxQueued) return reject(overloaded());
      const refuse = () => {
        queue.delete(start);
        reread();
        reject(overloaded());
      };
      const timer = timeout === Infinity ? undefined : setTimeout(refuse, timeout);
      const start = () => {
        queue.delete(start);
        reread();
        clearTimeout(timer);
        running += 1;
        resolve();
      };
      queue.add(start);
      reread();
    });
  const startQueued = () => {
    for (const start of queue) {
      if (running >= permits()) return;
      start();
    }
  };
  return async (work, queueTimeout = limits.timeout) => {
    if (queue.size === 0 && running < permits()) running += 1;
    else await waitForPermit(queueTimeout);
    try {
      return await work();
    } finally {
      running -= 1;
      startQueued();
    }
  };
}
