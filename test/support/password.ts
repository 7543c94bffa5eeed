import { createHashProcesses, type HashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';

/** The password of all users that sign in in tests. */
export const password = 'correct horse battery staple';

/**
 * Hashes and compares each password once: argon2id takes 20 ms of a core, and most sign-ins of tests compare the same.
 */
function remembering({ count, hash, matches }: HashProcesses): HashProcesses {
  const hashes = new Map<string, Promise<string>>();
  const results = new Map<string, Promise<boolean>>();
  return {
    count,
    hash: (password) => hashes.getOrInsertComputed(password, hash),
    matches: (comparison) => results.getOrInsertComputed(JSON.stringify(comparison), () => matches(comparison)),
  };
}

/** Shared by the files of a worker, because a process that hashes takes 100 ms to start. */
export const hashProcesses = remembering(createHashProcesses());
export const passwords = createPasswords({ processes: hashProcesses });
