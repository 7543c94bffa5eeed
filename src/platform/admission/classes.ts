/** A class of work, and how much of it a process does. Times are in milliseconds. */
export interface WorkClass {
  /** Maximum number that runs at a time. */
  slots: number;
  /** The same while tokens are requested. */
  besideTokens: number;
  /** Maximum number that a caller, and all callers together, have begun: running or resting. */
  perCaller: number;
  begun: number;
  /** Maximum number that waits to begin. A caller has no more of it waiting than others still can: half, if alone. */
  waiting: number;
  /** Longest wait to begin; then it is refused. */
  timeout: number;
  refusal: string;
  /** Whether it gives way to token requests each time that it begins or resumes: it occupies the main thread. */
  givesWay: boolean;
  /** While tokens are requested, its slot stays taken after it for this share of the time that it took. */
  pauseShare?: number;
}

const tooMany = (what: string): string => `Too many ${what}. Try again in a moment.`;

/** Each takes a connection for a long time, and the pool has ten. */
const longTransactions = { slots: 2, besideTokens: 1, perCaller: 2, waiting: 200, timeout: 2000, givesWay: true };

const patient = { waiting: Infinity, timeout: Infinity, refusal: '' };
const unlimited = { ...patient, perCaller: Infinity, begun: Infinity };

/**
 * All work that waits for its turn, except the hashing of passwords, which has a queue of its own
 * (platform/passwords/hash-queue.ts). For `npm run bench:isolation`, p99 of exchanges beside dry runs and bulk
 * operations at most 2 times alone, or 10 ms; for `npm run bench:sign-in`, beside pages at most 1.3 times alone, or
 * 10 ms.
 */
export const classes = {
  /** A request to the Management API, once it has been read: all of them run, after token requests. */
  request: { ...unlimited, slots: Infinity, besideTokens: Infinity, givesWay: true },
  /** A transaction that is rolled back. */
  dryRun: { ...longTransactions, begun: 2, refusal: tooMany('dry runs are in progress') },
  /** A bulk or atomic operation, a batch of an import or a job. Rests before each item that has its own transaction. */
  bulk: { ...longTransactions, begun: 32, refusal: tooMany('bulk or atomic operations are in progress') },
  /** It waits for its client most of the time: what it takes is memory. Its batches are of the two classes above. */
  import: {
    slots: 16,
    besideTokens: 16,
    perCaller: 2,
    begun: 16,
    waiting: 200,
    timeout: 2000,
    refusal: tooMany('imports are in progress'),
    givesWay: true,
  },
  /** Makes a page at a time, and rests while its client reads. */
  export: { ...longTransactions, begun: 16, refusal: tooMany('exports are in progress') },
  /** A page for people: more at a time would not be faster, because they share the main thread. */
  page: {
    slots: 2,
    besideTokens: 2,
    perCaller: 2,
    begun: 2,
    waiting: 2000,
    timeout: 10_000,
    refusal: tooMany('pages are open'),
    givesWay: true,
  },
  /** The work of a form, or of a logo. A password then waits for its turn in platform/passwords/hash-queue.ts. */
  form: { ...patient, slots: 1, besideTokens: 1, perCaller: 1, begun: 1, givesWay: true },
  /** A read of the event log for subscribers that are behind; one slot remains for other callers. */
  logRead: { ...patient, slots: 4, besideTokens: 4, perCaller: 3, begun: 4, givesWay: false },
} as const satisfies Record<string, WorkClass>;

/**
 * Hashing a password, in one of so many processes, which share the cores with everything else. For
 * `npm run bench:sign-in`, p99 of exchanges beside 50 clients at most 1.3 times alone, or 10 ms.
 */
export const hashing = (processes: number): WorkClass => ({
  ...unlimited,
  slots: processes,
  besideTokens: processes,
  givesWay: false,
  pauseShare: 0.5,
});

export type WorkKind = keyof typeof classes;
