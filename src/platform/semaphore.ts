/** Runs work as soon as a permit is free, first in, first out. Settles as the work does. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Limits how much work runs concurrently. */
export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
