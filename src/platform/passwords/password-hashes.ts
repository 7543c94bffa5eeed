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
    const found = reader(text);
    if (found) return found;
  }
  return undefined;
}

/** Reads a hash of any format that can be imported. Undefined for anything else, and for one that is too costly. */
export function readHash(text: string): PasswordHash | undefined {
  const found = read(text);
  return found === 'too costly' ? undefined : found;
}

/** Why a hash cannot be compared with; undefined if it can. */
export function hashFault(text: string): 'unknown format' | 'too costly' | undefined {
  const found = read(text);
  if (found === undefined) return 'unknown format';
  return found === 'too costly' ? found : undefined;
}
