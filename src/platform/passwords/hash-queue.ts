import { LRUCache } from 'lru-cache';
import { createFairLine, type Names } from './fair-queue.ts';
import { networkOf } from '../network/client-address.ts';

/** Attempts to sign in that wait or are under way. */
const capacity = 100;
/** The same, of one sign-in page: a person sends its form once, or some times in impatience. */
const perPage = 5;
/** Places that are kept for pages whose first form this is, and how many pages are remembered. */
const keptForNew = 20;
const remembered = 10_000;

/** On whose behalf a password is hashed. */
export interface Claim {
  /** IP address of the client. */
  address: string | undefined;
  /** The sign-in page that the form belongs to. */
  page: string;
  /** What was typed as the identifier, whether there is such an account or not. */
  account: string;
  /** Aborted when the client has closed the connection. */
  signal: AbortSignal;
}

/** A place in the queue, kept until it is left: one attempt may hash several times. */
export interface Slot {
  /** Does work when its turn comes. Rejects with the signal's reason when the client closes the connection before. */
  run<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

export interface HashQueue {
  /**
   * Takes a place for an attempt to sign in. Undefined when there is none: the queue is full, the page has several places, or the
   * client's network has as many as are free. So a network that sends many attempts leaves room for others, and in a network pages that
   * are tried again and again leave room for new ones.
   */
  enter(claim: Claim): Slot | undefined;
  /** Does work for an authenticated caller, who waits however long it takes. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Does hashing on so many lanes at once. Attempts to sign in and work of authenticated callers take turns. */
export function createHashQueue(lanes: number): HashQueue {
  const attempts = createFairLine();
  const others: (() => void)[] = [];
  const taken = countTaken();
  let free = lanes;
  let isTurnOfOthers = false;
  const beginAttempt = (): boolean => {
    const began = attempts.begin();
    if (began) isTurnOfOthers = true;
    return began;
  };
  const beginOther = (): boolean => {
    const start = others.shift();
    if (start) isTurnOfOthers = false;
    start?.();
    return start !== undefined;
  };
  const fill = (): void => {
    while (free > 0 && (isTurnOfOthers ? beginOther() || beginAttempt() : beginAttempt() || beginOther())) free -= 1;
  };
  const afterTurn = async <T>(turn: Promise<void>, work: () => Promise<T>, end: () => void): Promise<T> => {
    fill();
    await turn;
    try {
      return await work();
    } finally {
      end();
      free += 1;
      fill();
    }
  };
  return {
    enter({ address, page, account, signal }) {
      const names = [`network ${networkOf(address)}`, `page ${page}`, `account ${account}`] as const;
      if (signal.aborted || !taken.mayAdd(names)) return undefined;
      taken.add(names);
      const leave = (): void => taken.remove(names);
      signal.addEventListener('abort', leave, { once: true });
      return {
        run: (work) => afterTurn(attempts.wait(names, signal), work, () => attempts.end(names)),
        leave() {
          signal.removeEventListener('abort', leave);
          leave();
        },
      };
    },
    run: (work) => afterTurn(new Promise((resolve) => void others.push(resolve)), work, () => undefined),
  };
}

/** Counts the places that are taken: all, those of each network, and those of each page. */
function countTaken() {
  const places = new Set<Names>();
  const counts = new Map<string, number>();
  const knownPages = new LRUCache<string, true>({ max: remembered });
  const of = (name = ''): number => counts.get(name) ?? 0;
  const change = (names: Names, by: number): void => {
    for (const name of names.slice(0, 2)) {
      if (of(name) + by) counts.set(name, of(name) + by);
      else counts.delete(name);
    }
  };
  return {
    mayAdd([network, page = '']: Names): boolean {
      const free = capacity - places.size - (knownPages.has(page) ? keptForNew : 0);
      return of(page) < perPage && of(network) < free;
    },
    add(names: Names): void {
      places.add(names);
      knownPages.set(names[1] ?? '', true);
      change(names, 1);
    },
    /** A place is left once, however often that is said. */
    remove(names: Names): void {
      if (places.delete(names)) change(names, -1);
    },
  };
}
