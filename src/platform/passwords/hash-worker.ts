import { hashSync } from '@node-rs/argon2';
import { ours, readHash } from './password-hashes.ts';

// The work of a hashing thread (hash-threads.ts). It blocks the thread: those of libuv have another priority.

export const hash = (password: string): string => hashSync(password, ours);

export interface Comparison {
  /** A hash that `readHash` accepts. */
  stored: string;
  password: string;
}

export const matches = ({ stored, password }: Comparison): boolean => readHash(stored)?.matches(password) ?? false;
