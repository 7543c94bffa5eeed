/** Responsive endpoints that a process serves at a time. */
const maxResponsive = 32;
/** Time without a response after which an endpoint counts as slow and frees its slot (ms). Requests can take 15 s. */
const slowThreshold = 2000;
/**
 * All endpoints, including slow ones and probes: each has requests in progress, their messages in memory and open
 * sockets.
 */
const maxTotal = 128;
/** Failing endpoints that are probed at a time. They do not take slots of responsive ones. */
const maxProbes = 64;

/** The slot of an endpoint that a process serves. */
export interface Slot {
  /** The endpoint responded. */
  responded(): void;
  /** Whether a failing endpoint may be probed now. If so, the slot becomes that of a probe. */
  tryProbe(): boolean;
}

export interface ConcurrencySlots {
  /** Number of slots that can be taken. */
  free(): number;
  take(): Slot & { release(): void };
}

/**
 * Slow endpoints must neither delay responsive ones nor fill the memory: they are counted separately, and failing ones
 * are postponed if there are too many.
 */
export function createConcurrencySlots(): ConcurrencySlots {
  interface Slot {
    respondedAt: number;
    isProbe: boolean;
  }
  const all = new Set<Slot>();
  const count = (is: (slot: Slot) => boolean): number => [...all].filter(is).length;
  return {
    free() {
      const now = performance.now();
      const responsive = count(({ respondedAt, isProbe }) => !isProbe && now - respondedAt <= slowThreshold);
      return Math.max(0, Math.min(maxResponsive - responsive, maxTotal - all.size));
    },
    take() {
      const slot: Slot = { respondedAt: performance.now(), isProbe: false };
      all.add(slot);
      return {
        responded() {
          slot.respondedAt = performance.now();
          slot.isProbe = false;
        },
        tryProbe: () => (slot.isProbe ||= count(({ isProbe }) => isProbe) < maxProbes),
        release: () => void all.delete(slot),
      };
    },
  };
}
