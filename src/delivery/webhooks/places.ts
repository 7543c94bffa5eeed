/** Endpoints that a process is at work for at the same time, as long as they answer. */
const most = 32;
/** Milliseconds without an answer after which an endpoint stands aside: one that hangs keeps its requests, for up to 15 s, but no place. */
const patience = 2000;
/** With those that stand aside: each has its requests under way, their messages in memory and sockets open. */
const mostInAll = 128;
/** Endpoints that are asked although they did nothing but fail: they stand aside from the beginning, and leave room there for new ones. */
const mostProbes = 64;

/** Where a process is at work for one endpoint. */
export interface Place {
  /** Something was heard of the endpoint. */
  answered(): void;
  /** Whether an endpoint that did nothing but fail may be asked now: true makes it stand aside. */
  mayProbe(): boolean;
}

export interface Places {
  /** How many more can be taken. */
  free(): number;
  take(): Place & { leave(): void };
}

/**
 * Those that hang must not keep from its turn one that answers, nor be so many that they fill the memory: so they are counted apart, and
 * what is known to fail is put off when there are too many of them.
 */
export function createPlaces(): Places {
  interface Taken {
    heardAt: number;
    isProbe: boolean;
  }
  const all = new Set<Taken>();
  const count = (is: (taken: Taken) => boolean): number => [...all].filter(is).length;
  return {
    free() {
      const now = performance.now();
      const answering = count(({ heardAt, isProbe }) => !isProbe && now - heardAt <= patience);
      return Math.max(0, Math.min(most - answering, mostInAll - all.size));
    },
    take() {
      const taken: Taken = { heardAt: performance.now(), isProbe: false };
      all.add(taken);
      return {
        answered() {
          taken.heardAt = performance.now();
          taken.isProbe = false;
        },
        mayProbe: () => (taken.isProbe ||= count(({ isProbe }) => isProbe) < mostProbes),
        leave: () => void all.delete(taken),
      };
    },
  };
}
