import { setPriority } from 'node:os';
import { hashSync } from '@node-rs/argon2';
import { ownParameters } from './formats/argon2.ts';
import { readHash } from './password-hashes.ts';

// The work of a process that hashes (hash-processes.ts).

/**
 * Below the priority of the platform and PostgreSQL (nice(2)): a third of their share. The lowest one would let a
 * sign-in on a busy machine take minutes.
 */
const niceness = 5;

setPriority(niceness);
// Ctrl+C reaches all processes of the terminal: the platform still finishes its requests, and then ends this one.
process.on('SIGINT', () => undefined);

export const hash = (password: string): string => hashSync(password, ownParameters);

export interface Comparison {
  /** A hash that `readHash` accepts. */
  stored: string;
  password: string;
}

export const matches = ({ stored, password }: Comparison): boolean => readHash(stored)?.matches(password) ?? false;
