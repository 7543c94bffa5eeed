import { hash } from 'node:crypto';
import { verifySync } from '@node-rs/bcrypt';
import type { Reading } from './password-hash.ts';

const maxExponent = 14;

/** Cost with the exponent 12. Each further step doubles the time. */
const costOf12 = 16;

// Django puts the name in front of it. Its "bcrypt_sha256" has no limit of 72 bytes.
const pattern = /^(bcrypt\$|bcrypt_sha256\$)?(\$2[aby]\$(\d{2})\$[A-Za-z0-9./]{53})$/;

export function readBcrypt(input: string): Reading {
  const [, name, text, exponentText] = pattern.exec(input) ?? [];
  const exponent = Number(exponentText);
  if (text === undefined || !(exponent >= 4 && exponent <= 31)) return undefined;
  if (exponent > maxExponent) return 'too costly';
  const hashed = name === 'bcrypt_sha256$' ? (password: string) => hash('sha256', password) : String;
  return {
    isStrong: false,
    cost: costOf12 * 2 ** (exponent - 12),
    matches: (password) => verifySync(hashed(password), text),
  };
}
