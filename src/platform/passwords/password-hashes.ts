import { readArgon2 } from './formats/argon2.ts';
import { readBcrypt } from './formats/bcrypt.ts';
import type { PasswordHash, Reading } from './formats/password-hash.ts';
import { readPbkdf2 } from './formats/pbkdf2.ts';
import { readSaltedDigest } from './formats/salted-digest.ts';
import { readScrypt } from './formats/scrypt.ts';
import { readShaCrypt } from './formats/sha-crypt.ts';

const maxLength = 512;

const readers: readonly ((text: string) => Reading)[] = [
  readArgon2,
  readBcrypt,
  readPbkdf2,
  readScrypt,
  readShaCrypt,
  readSaltedDigest,
];

function read(text: string): Reading {
  if (text.length > maxLength) return undefined;
  for (const reader of readers) {
    const hash = reader(text);
    if (hash) return hash;
  }
  return undefined;
}

/** Reads a hash of any format that can be imported. Undefined for anything else, and for one that is too costly. */
export function readHash(text: string): PasswordHash | undefined {
  const hash = read(text);
  return hash === 'too costly' ? undefined : hash;
}

/** Why a hash cannot be compared with; undefined if it can. */
export function hashFault(text: string): 'unknown format' | 'too costly' | undefined {
  const hash = read(text);
  if (hash === undefined) return 'unknown format';
  return hash === 'too costly' ? hash : undefined;
}
