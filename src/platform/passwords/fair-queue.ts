/**
 * Names by which turns are counted, the most important first: for example network, page, account. Each name but the
 * first has one turn at a time.
 */
export type Names = readonly string[];

/** A queue that gives turns fairly by name. */
interface FairQueue {
  /** Resolves when its turn begins. Rejects with the signal's reason if aborted before, and leaves the queue. */
  wait(names: Names, signal: AbortSignal): Promise<void>;
  /**
   * Begins the next turn. False if nothing waits, or if everything that waits has a turn in progress under one of its
   * names.
   */
  begin(): boolean;
  /** Ends the turn of these names. */
  end(names: Names): void;
}

interface Waiting {
  names: Names;
  start(): void;
}

/** Number of turns that count as recent. */
const recentTurns = 100;

/**
 * The next turn goes to the entry whose first name had the fewest recent turns; among equals to the one whose second
 * name had, and so on; at last to the oldest. So a busy name delays the others by one turn only, and no entry waits
 * forever.
 */
export function createFairQueue(): FairQueue {
  const queue: Waiting[] = [];
  const inProgress = new Set<string>();
  const turns = createTurnCounter();
  const isReady = ({ names }: Waiting): boolean => !names.slice(1).some((name) => inProgress.has(name));
  return {
    wait: (names, signal) =>
      new Promise((resolve, reject) => {
        const waiting = { names, start: () => resolve() };
        queue.push(waiting);
        const leave = (): void => {
          const index = queue.indexOf(waiting);
          if (index >= 0) queue.splice(index, 1);
          reject(signal.reason as Error);
        };
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
      }),
    begin() {
      const ready = queue.filter(isReady);
      if (!ready.length) return false;
      const next = ready.reduce((best, one) => (turns.compare(one.names, best.names) < 0 ? one : best));
      queue.splice(queue.indexOf(next), 1);
      for (const name of next.names.slice(1)) inProgress.add(name);
      turns.add(next.names);
      next.start();
      return true;
    },
    end(names) {
      for (const name of names.slice(1)) inProgress.delete(name);
    },
  };
}

/** Counts the recent turns of each name. */
function createTurnCounter() {
  const last: Names[] = [];
  const counts = new Map<string, number>();
  const change = (names: Names, by: number): void => {
    for (const name of names) {
      const count = (counts.get(name) ?? 0) + by;
      if (count) counts.set(name, count);
      else counts.delete(name);
    }
  };
  return {
    add(names: Names): void {
      last.push(names);
      change(names, 1);
      const oldest = last.length > recentTurns && last.shift();
      if (oldest) change(oldest, -1);
    },
    compare(one: Names, other: Names): number {
      const differences = one.map((name, level) => (counts.get(name) ?? 0) - (counts.get(other[level] ?? '') ?? 0));
      return differences.find((difference) => difference !== 0) ?? 0;
    },
  };
}
