import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { type Claim, createHashQueue, type Slot } from './hash-queue.ts';
import { ours, readHash } from './password-hashes.ts';
import { createRefusalAge, untilAge } from './refusal-delay.ts';
import { systemTimer, type Timer } from '../timer.ts';

/** Password hashing: argon2id, off the main thread; and comparison with hashes from elsewhere (password-hashes.ts). */
export interface Passwords {
  /**
   * Takes a place for an attempt to sign in, before the attempt is counted or anything is looked up. Undefined when there is none
   * (hash-queue.ts): then nothing was tried.
   */
  enter(claim: Claim): Place | undefined;
  /** A PHC string ("$argon2id$v=19$m=47104,t=1,p=1$…"). Without a place it takes turns with attempts to sign in. */
  hash(password: string, place?: Pick<Place, 'run'>): Promise<string>;
  /** Whether the password is the one that was hashed. Against no hash (null) it costs the same as against one of ours and answers false. */
  verify(hash: string | null, password: string, place?: Pick<Place, 'run'>): Promise<boolean>;
  /** Whether a text is a hash that `verify` can compare with, in bounded time. */
  isHash(text: string): boolean;
  /** Whether a hash is as strong as those that `hash` makes. One that is not is replaced when the password is known. */
  isStrong(hash: string): boolean;
  /** Takes a hash of each kind that is stored: refusals take as long as the slowest kind. */
  learn(hashes: readonly string[]): void;
}

/** A place for an attempt to sign in. It must be left at the end, whatever the outcome. */
export interface Place extends Slot {
  /**
   * Leaves the place, and waits until a refusal is answered: the same time after `enter` for all, or a multiple of it for who waited long in
   * the queue. So the time does not tell what the attempts before it were compared with either.
   */
  refuse(): Promise<void>;
}

// Nobody's password, at the same cost: who asks for an account that does not exist waits as long as for one that does.
const decoy = `$argon2id$v=19$m=${ours.memoryCost},t=${ours.timeCost},p=${ours.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface PasswordOptions {
  /** Threads that hash at once, so that a wave of sign-ins leaves a core for everything else and memory bounded. */
  lanes?: number;
  timer?: Timer;
}

export function createPasswords({
  lanes = Math.max(1, availableParallelism() - 1),
  timer = systemTimer,
}: PasswordOptions = {}): Passwords {
  const queue = createHashQueue(lanes);
  const age = createRefusalAge();
  const compareTimed = async (stored: string, password: string): Promise<boolean> => {
    const begun = timer.now();
    const { matches, cost, times } = await compare(stored, password);
    age.observe(cost * times, timer.now() - begun);
    return matches;
  };
  const learn = (text: string): void => age.learn(readHash(text)?.cost ?? 1);
  return {
    enter(claim) {
      const slot = queue.enter(claim);
      return slot && placeOf(slot, timer, age.current());
    },
    hash: (password, place = queue) => place.run(() => hash(normal(password), ours)),
    async verify(stored, password, place = queue) {
      if (stored !== null) learn(stored);
      const matches = await place.run(() => compareTimed(stored ?? decoy, password));
      return matches && stored !== null;
    },
    isHash(text) {
      learn(text);
      return readHash(text) !== undefined;
    },
    isStrong: (stored) => readHash(stored)?.isStrong ?? false,
    learn: (hashes) => hashes.forEach(learn),
  };
}

/** `age` is fixed when the place is taken: it says nothing about what is compared with later. */
function placeOf(slot: Slot, timer: Timer, age: number): Place {
  const entered = timer.now();
  return {
    ...slot,
    async refuse() {
      slot.leave();
      await timer.wait(untilAge(age, timer.now() - entered));
    },
  };
}

async function compare(stored: string, password: string): Promise<{ matches: boolean; cost: number; times: number }> {
  const known = readHash(stored);
  if (!known) throw new Error('a hash is kept that cannot be read');
  const { cost, isStrong } = known;
  if (await known.matches(normal(password))) return { matches: true, cost, times: 1 };
  // Elsewhere a password may have been hashed in the form in which it was typed.
  if (isStrong || password === normal(password)) return { matches: false, cost, times: 1 };
  return { matches: await known.matches(password), cost, times: 2 };
}

// NIST SP 800-63B §3.1.1.2: one normal form, so that the same characters typed on another keyboard are the same password.
function normal(password: string): string {
  return password.normalize('NFKC');
}
