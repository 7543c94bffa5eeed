import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { createLanes } from './lanes.ts';
import { ours, readHash } from './password-hashes.ts';

/** Password hashing: argon2id, off the main thread; and comparison with hashes from elsewhere (password-hashes.ts). */
export interface Passwords {
  /** A PHC string ("$argon2id$v=19$m=47104,t=1,p=1$…"). */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. Against no hash (null) it costs the same as against one of ours and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** Whether a text is a hash that `verify` can compare with, in bounded time. */
  isHash(text: string): boolean;
  /** Whether a hash is as strong as those that `hash` makes. One that is not is replaced when the password is known. */
  isStrong(hash: string): boolean;
}

// Nobody's password, at the same cost: who asks for an account that does not exist waits as long as for one that does.
const decoy = `$argon2id$v=19$m=${ours.memoryCost},t=${ours.timeCost},p=${ours.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes on at most `lanes` threads at once, so that a wave of sign-ins leaves a core for everything else and memory bounded. */
export function createPasswords(lanes = Math.max(1, availableParallelism() - 1)): Passwords {
  const inTurn = createLanes(lanes);
  return {
    hash: (password) => inTurn(() => hash(normal(password), ours)),
    verify: (stored, password) =>
      inTurn(async () => {
        const matches = await compare(stored ?? decoy, password);
        return matches && stored !== null;
      }),
    isHash: (text) => readHash(text) !== undefined,
    isStrong: (stored) => readHash(stored)?.isStrong ?? false,
  };
}

async function compare(stored: string, password: string): Promise<boolean> {
  const known = readHash(stored);
  if (!known) throw new Error('a hash is kept that cannot be read');
  if (await known.matches(normal(password))) return true;
  // Elsewhere a password may have been hashed in the form in which it was typed.
  return !known.isStrong && password !== normal(password) && known.matches(password);
}

// NIST SP 800-63B §3.1.1.2: one normal form, so that the same characters typed on another keyboard are the same password.
function normal(password: string): string {
  return password.normalize('NFKC');
}
