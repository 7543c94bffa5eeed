import { LRUCache } from 'lru-cache';
import { createFairQueue, type Names } from './fair-queue.ts';
import { networkOf } from '../network/client-address.ts';

/** Sign-in attempts that wait or are in progress. */
const capacity = 100;
/** The same for one sign-in page: a person submits its form once, or a few times out of impatience. */
const maxPerPage = 5;
/** Slots reserved for pages that submit their form for the first time, and the number of pages that are remembered. */
const reservedForNewPages = 20;
const maxRememberedPages = 10_000;

/** The attempt for which a password is hashed. */
export interface Claim {
  /** IP address of the client. */
  address: string | undefined;
  /** The sign-in page that the form belongs to. */
  page: string;
  /** The identifier that was entered, whether the account exists or not. */
  account: string;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
}

/** A slot in the queue, held until `leave`: one attempt may hash several times. */
export interface Slot {
  /** Runs work when its turn comes. Rejects with the signal's reason if the client closes the connection before. */
  run<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

export interface HashQueue {
  /**
   * Takes a slot for a sign-in attempt. Undefined if the queue is full, the page has too many slots, or the client's
   * network has as many as are free. So a network that sends many attempts leaves slots for others, and pages that are
   * submitted repeatedly leave slots for new pages.
   */
  enter(claim: Claim): Slot | undefined;
  /** Runs work for an authenticated caller, without a time limit. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs hashing on this many threads. Sign-in attempts and authenticated callers alternate. */
export function createHashQueue(threads: number): HashQueue {
  const attempts = createFairQueue();
  const others: (() => void)[] = [];
  const taken = createSlotCounter();
  let free = threads;
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

/** Counts the taken slots: all, per network, and per page. */
function createSlotCounter() {
  const slots = new Set<Names>();
  const counts = new Map<string, number>();
  const knownPages = new LRUCache<string, true>({ max: maxRememberedPages });
  const of = (name = ''): number => counts.get(name) ?? 0;
  const change = (names: Names, by: number): void => {
    for (const name of names.slice(0, 2)) {
      if (of(name) + by) counts.set(name, of(name) + by);
      else counts.delete(name);
    }
  };
  return {
    mayAdd([network, page = '']: Names): boolean {
      const free = capacity - slots.size - (knownPages.has(page) ? reservedForNewPages : 0);
      return of(page) < maxPerPage && of(network) < free;
    },
    add(names: Names): void {
      slots.add(names);
      knownPages.set(names[1] ?? '', true);
      change(names, 1);
    },
    /** Has no effect if the slot was left before. */
    remove(names: Names): void {
      if (slots.delete(names)) change(names, -1);
    },
  };
}
