/** Wakes all who wait. */
export interface Signal {
  /** How often it was given. */
  readonly given: number;
  give(): void;
  /** Resolves when it was given more often than `seen` times, or when `until` is aborted. Never rejects. */
  beyond(seen: number, until: AbortSignal): Promise<void>;
}

export function createSignal(): Signal {
  let given = 0;
  let waiting = new Set<() => void>();
  return {
    get given() {
      return given;
    },
    give() {
      given++;
      const woken = waiting;
      waiting = new Set();
      for (const wake of woken) wake();
    },
    beyond: (seen, until) =>
      new Promise((resolve) => {
        if (given > seen || until.aborted) return resolve();
        const end = () => {
          until.removeEventListener('abort', end);
          waiting.delete(end);
          resolve();
        };
        waiting.add(end);
        until.addEventListener('abort', end);
      }),
  };
}
