/** Endpoints that a process serves at the same time, as long as they respond. */
const most = 32;
/** Milliseconds without a response after which an endpoint moves aside: its requests may take 15 s, but it holds no slot. */
const hangThreshold = 2000;
/** With those that moved aside: each has requests in progress, their messages in memory and sockets open. */
const mostInAll = 128;
/** Failing endpoints that are tried: they are aside from the beginning, and leave room there for others. */
const mostProbes = 64;

/** Where a process serves one endpoint. */
export interface Slot {
  /** The endpoint responded. */
  answered(): void;
  /** Whether a failing endpoint may be tried now: true moves it aside. */
  mayProbe(): boolean;
}

export interface ConcurrencySlots {
  /** How many more can be taken. */
  free(): number;
  take(): Slot & { leave(): void };
}

/**
 * Endpoints that hang must neither delay one that responds nor fill the memory: they are counted apart, and failing ones are put off when
 * there are too many of them.
 */
export function createConcurrencySlots(): ConcurrencySlots {
  interface Taken {
    answeredAt: number;
    isProbe: boolean;
  }
  const all = new Set<Taken>();
  const count = (is: (taken: Taken) => boolean): number => [...all].filter(is).length;
  return {
    free() {
      const now = performance.now();
      const answering = count(({ answeredAt, isProbe }) => !isProbe && now - answeredAt <= hangThreshold);
      return Math.max(0, Math.min(most - answering, mostInAll - all.size));
    },
    take() {
      const taken: Taken = { answeredAt: performance.now(), isProbe: false };
      all.add(taken);
      return {
        answered() {
          taken.answeredAt = performance.now();
          taken.isProbe = false;
        },
        mayProbe: () => (taken.isProbe ||= count(({ isProbe }) => isProbe) < mostProbes),
        leave: () => void all.delete(taken),
      };
    },
  };
}
