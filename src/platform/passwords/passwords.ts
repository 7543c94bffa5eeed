import type { BreachedPasswords } from './breached-passwords.ts';
import { type CommonPasswords, loadCommonPasswords } from './common-passwords.ts';
import { type HashAttempt, createHashQueue, type Slot } from './hash-queue.ts';
import { createHashProcesses, type HashProcesses } from './hash-processes.ts';
import { ownParameters } from './formats/argon2.ts';
import { hashFault, readHash } from './password-hashes.ts';
import { createRefusalAge, untilAge } from './refusal-delay.ts';
import { systemTimer, type Timer } from '../timer.ts';

/** Hashes passwords with argon2id, in other processes, and compares them with imported hashes (password-hashes.ts). */
export interface Passwords {
  /**
   * Takes a slot for a sign-in attempt, before anything is counted or looked up. Undefined if there is none
   * (hash-queue.ts): then nothing was attempted.
   */
  enter(attempt: HashAttempt): AttemptSlot | undefined;
  /** Sign-in attempts in the queue. */
  queued(): number;
  /** Returns a PHC string ("$argon2id$v=19$m=47104,t=1,p=1$…"). Without a slot, it alternates with sign-in attempts. */
  hash(password: string, slot?: Pick<AttemptSlot, 'run'>): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash (null) it takes as long as with one of ours, and returns
   * false.
   */
  verify(hash: string | null, password: string, slot?: Pick<AttemptSlot, 'run'>): Promise<boolean>;
  /** Why `verify` cannot compare with this hash in bounded time; undefined if it can. */
  hashFault(text: string): 'unknown format' | 'too costly' | undefined;
  /** Whether a hash is as strong as those of `hash`. A weaker one is replaced at the next sign-in. */
  isStrong(hash: string): boolean;
  /** The list of common passwords, loaded by the first call. */
  loadCommon(): Promise<CommonPasswords>;
  isBreached: BreachedPasswords;
  /** Registers stored kinds of hash: refusals take as long as the slowest of them. */
  registerHashes(hashes: readonly string[]): void;
}

/** The slot of a sign-in attempt. `leave` must be called at the end, whatever the outcome. */
export interface AttemptSlot extends Slot {
  /**
   * Leaves the slot, and waits until refusals are sent: the same time after `enter` for all, or a multiple of it after
   * a long wait in the queue. So the time does not reveal what the password was compared with.
   */
  refuse(): Promise<void>;
}

// A hash without a password, at the same cost: a sign-in to an unknown account takes as long as to an existing one.
const decoy = `$argon2id$v=19$m=${ownParameters.memoryCost},t=${ownParameters.timeCost},p=${ownParameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

interface PasswordOptions {
  /** The processes in which it hashes. By default its own. */
  processes?: HashProcesses;
  timer?: Timer;
  /** By default no password counts as breached. */
  isBreached?: BreachedPasswords;
}

export function createPasswords({
  processes = createHashProcesses(),
  timer = systemTimer,
  isBreached = () => Promise.resolve(false),
}: PasswordOptions = {}): Passwords {
  const queue = createHashQueue(processes.count);
  const age = createRefusalAge(timer);
  const compareTimed = async (stored: string, password: string): Promise<boolean> => {
    const begun = timer.now();
    const { matches, cost, times } = await compare(processes, stored, password);
    age.observe(cost * times, timer.now() - begun);
    return matches;
  };
  let common: Promise<CommonPasswords> | undefined;
  const register = (text: string): void => age.registerCost(readHash(text)?.cost ?? 1);
  return {
    queued: queue.size,
    enter(attempt) {
      const slot = queue.enter(attempt);
      return slot && attemptSlot(slot, timer, age);
    },
    hash: (password, slot = queue) => slot.run(() => processes.hash(normalize(password))),
    async verify(stored, password, slot = queue) {
      if (stored !== null) register(stored);
      const matches = await slot.run(() => compareTimed(stored ?? decoy, password));
      return matches && stored !== null;
    },
    hashFault(text) {
      register(text);
      return hashFault(text);
    },
    isStrong: (stored) => readHash(stored)?.isStrong ?? false,
    loadCommon: () => (common ??= loadCommonPasswords()),
    isBreached,
    registerHashes: (hashes) => hashes.forEach(register),
  };
}

/** The age is fixed when the slot is taken, so it does not depend on the later comparison. */
function attemptSlot(slot: Slot, timer: Timer, refusalAge: ReturnType<typeof createRefusalAge>): AttemptSlot {
  const entered = timer.now();
  const age = refusalAge.current();
  let hasWaited = false;
  const observeWait = (): void => {
    if (!hasWaited) refusalAge.observeWait(timer.now() - entered);
    hasWaited = true;
  };
  return {
    ...slot,
    run(work) {
      return slot.run(() => {
        observeWait();
        return work();
      });
    },
    async refuse() {
      slot.leave();
      await timer.wait(untilAge(age, timer.now() - entered));
    },
  };
}

interface Compared {
  matches: boolean;
  cost: number;
  /** Number of comparisons. */
  times: number;
}

async function compare(pool: HashProcesses, stored: string, password: string): Promise<Compared> {
  const reading = readHash(stored);
  if (!reading) throw new Error('unsupported password hash in the database');
  const { cost, isStrong } = reading;
  const normal = normalize(password);
  if (await pool.matches({ stored, password: normal })) return { matches: true, cost, times: 1 };
  // An imported hash may be of the password as it was entered.
  if (isStrong || password === normal) return { matches: false, cost, times: 1 };
  return { matches: await pool.matches({ stored, password }), cost, times: 2 };
}

// NIST SP 800-63B §3.1.1.2: one normal form, so that a password can be entered on any keyboard.
function normalize(password: string): string {
  return password.normalize('NFKC');
}
