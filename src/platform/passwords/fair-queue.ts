/** What a turn counts for, the most important first: for instance network, page, account. All but the first have one turn at a time. */
export type Names = readonly string[];

/** Work that waits, and whose turn is next. */
export interface FairLine {
  /** Resolves at its turn. Rejects with the signal's reason when that comes first: then it waits no more. */
  wait(names: Names, signal: AbortSignal): Promise<void>;
  /** Begins the next turn. False when nothing waits, or when all that waits has a turn in progress under the same name. */
  begin(): boolean;
  /** Ends the turn of these names. */
  end(names: Names): void;
}

interface Waiting {
  names: Names;
  start(): void;
}

/** Turns that count as recent. */
const recently = 100;

/**
 * The next turn goes to the one whose first name had the fewest recent turns, among equals to the one whose second name had, and so on; at
 * last to the first come. So a busy name delays the others by one turn only, and none waits for ever.
 */
export function createFairLine(): FairLine {
  const line: Waiting[] = [];
  const underWay = new Set<string>();
  const turns = countRecent();
  const isReady = ({ names }: Waiting): boolean => !names.slice(1).some((name) => underWay.has(name));
  return {
    wait: (names, signal) =>
      new Promise((resolve, reject) => {
        const waiting = { names, start: () => resolve() };
        line.push(waiting);
        const leave = (): void => {
          const place = line.indexOf(waiting);
          if (place >= 0) line.splice(place, 1);
          reject(signal.reason as Error);
        };
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
      }),
    begin() {
      const ready = line.filter(isReady);
      if (!ready.length) return false;
      const next = ready.reduce((best, one) => (turns.compare(one.names, best.names) < 0 ? one : best));
      line.splice(line.indexOf(next), 1);
      for (const name of next.names.slice(1)) underWay.add(name);
      turns.add(next.names);
      next.start();
      return true;
    },
    end(names) {
      for (const name of names.slice(1)) underWay.delete(name);
    },
  };
}

/** Counts the recent turns of every name. */
function countRecent() {
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
      const oldest = last.length > recently && last.shift();
      if (oldest) change(oldest, -1);
    },
    compare(one: Names, other: Names): number {
      const differences = one.map((name, level) => (counts.get(name) ?? 0) - (counts.get(other[level] ?? '') ?? 0));
      return differences.find((difference) => difference !== 0) ?? 0;
    },
  };
}
