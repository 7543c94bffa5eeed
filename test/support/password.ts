import { createHashProcesses } from '../../src/platform/passwords/hash-processes.ts';
import { createPasswords } from '../../src/platform/passwords/passwords.ts';

/** The password of all users that sign in in tests. */
export const password = 'correct horse battery staple';

/** Shared by the files of a worker, because a process that hashes takes 100 ms to start. */
export const hashProcesses = createHashProcesses();
export const passwords = createPasswords({ processes: hashProcesses });
