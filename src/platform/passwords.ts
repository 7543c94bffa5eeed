import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Password hashing: argon2id, off the main thread. */
export interface Passwords {
  /** A PHC string ("$argon2id$v=19$m=47104,t=1,p=1$…"). */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. Against no hash (null) it costs the same and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id (the library's default algorithm) with 46 MiB, one pass, one lane.
const cost = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

// Nobody's password, at the same cost: who asks for an account that does not exist waits as long as for one that does.
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes on at most `lanes` threads at once, so that a wave of sign-ins leaves a core for everything else and memory bounded. */
export function createPasswords(lanes = Math.max(1, availableParallelism() - 1)): Passwords {
  const inTurn = createTurns(lanes);
  return {
    hash: (password) => inTurn(() => hash(normal(password), cost)),
    verify: (stored, password) =>
      inTurn(async () => {
        const matches = await verify(stored ?? decoy, normal(password));
        return matches && stored !== null;
      }),
  };
}

// NIST SP 800-63B §3.1.1.2: one normal form, so that the same characters typed on another keyboard are the same password.
function normal(password: string): string {
  return password.normalize('NFKC');
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

function createTurns(lanes: number): InTurn {
  const waiting: (() => void)[] = [];
  let free = lanes;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
