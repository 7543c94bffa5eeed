import { LRUCache } from 'lru-cache';
import { createFairQueue, type Names } from './fair-queue.ts';
import { hashing } from '../admission/classes.ts';
import { createLane } from '../admission/lane.ts';
import { knownTokenRequests } from '../admission/token-requests.ts';
import { networkOf } from '../network/client-address.ts';

/** Sign-in attempts that wait, or have their turn. */
const capacity = 100;
/** The same for one sign-in page: a person submits its form once, or a few times out of impatience. */
const maxPerPage = 5;
/** Slots reserved for pages that submit their form for the first time, and the number of pages that are remembered. */
const reservedForNewPages = 20;
const maxRememberedPages = 10_000;
/**
 * Attempts in progress beside those that are hashed: they are counted, or settled, meanwhile. More would not be faster,
 * and their statements would delay those of token requests. For bench:sign-in, p99 of exchanges beside 50 clients at
 * most 1.3 times alone, or 10 ms.
 */
const besideHashing = 2;

/** The attempt for which a password is hashed. */
export interface HashAttempt {
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
  /**
   * Resolves when the turn of the attempt comes, which lasts until `leave`. Rejects with the signal's reason if the
   * client closes the connection before.
   */
  begin(): Promise<void>;
  /** Runs work when its turn comes, after `begin`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

interface HashQueue {
  /**
   * Takes a slot for a sign-in attempt. Undefined if the queue is full, the page has too many slots, or the client's
   * network has as many as are free. So a network that sends many attempts leaves slots for others, and pages that are
   * submitted repeatedly leave slots for new pages.
   */
  enter(attempt: HashAttempt): Slot | undefined;
  /** Sign-in attempts that wait, or have their turn. */
  size(): number;
  /** Runs work for an authenticated caller, without a time limit. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs hashing in this many processes. Sign-in attempts and authenticated callers alternate. */
export function createHashQueue(processes: number, tokens = knownTokenRequests): HashQueue {
  const attempts = createAttemptTurns(processes + besideHashing);
  const taken = createSlotCounter();
  const run = createLane(hashing(processes), tokens);
  return {
    size: taken.size,
    enter({ address, page, account, signal }) {
      const names = [`network ${networkOf(address)}`, `page ${page}`, `account ${account}`] as const;
      if (signal.aborted || !taken.mayAdd(names)) return undefined;
      taken.add(names);
      const turn = attempts.turnOf(names, signal);
      const leave = (): void => taken.remove(names);
      signal.addEventListener('abort', leave, { once: true });
      return {
        begin: turn.begin,
        async run(work) {
          await turn.begin();
          return run('attempts', async () => {
            signal.throwIfAborted();
            return work();
          });
        },
        leave() {
          signal.removeEventListener('abort', leave);
          leave();
          turn.end();
        },
      };
    },
    run: (work) => run('others', work),
  };
}

/** A fair queue (fair-queue.ts) with `count` concurrent tasks. */
function createAttemptTurns(count: number) {
  const queue = createFairQueue();
  let free = count;
  const fill = (): void => {
    while (free > 0 && queue.begin()) free -= 1;
  };
  return {
    turnOf(names: Names, signal: AbortSignal) {
      let begun: Promise<void> | undefined;
      let hasTurn = false;
      const wait = async (): Promise<void> => {
        const turn = queue.wait(names, signal);
        fill();
        await turn;
        hasTurn = true;
      };
      return {
        begin: () => (begun ??= wait()),
        end(): void {
          if (!hasTurn) return;
          hasTurn = false;
          queue.end(names);
          free += 1;
          fill();
        },
      };
    },
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
    size: () => slots.size,
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
