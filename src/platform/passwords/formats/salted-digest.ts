import { hash, timingSafeEqual } from 'node:crypto';
import type { Reading } from './password-hash.ts';

/** Bytes of a digest. The salt follows it. */
const digests: Readonly<Record<string, { algorithm: string; size: number }>> = {
  SSHA: { algorithm: 'sha1', size: 20 },
  SSHA256: { algorithm: 'sha256', size: 32 },
  SSHA512: { algorithm: 'sha512', size: 64 },
};

/** "{SSHA}…" of directories (LDAP): the digest of a password and a salt, once. */
export function readSaltedDigest(text: string): Reading {
  const [, name = '', base64 = ''] = /^\{(SSHA(?:256|512)?)\}([A-Za-z0-9+/]{27,171}={0,2})$/.exec(text) ?? [];
  const { algorithm, size = Infinity } = digests[name] ?? {};
  const bytes = Buffer.from(base64, 'base64');
  if (algorithm === undefined || bytes.length <= size) return undefined;
  const [digest, salt] = [bytes.subarray(0, size), bytes.subarray(size)];
  const salted = (password: string) => hash(algorithm, Buffer.concat([Buffer.from(password), salt]), 'buffer');
  return { isStrong: false, cost: 0.1, matches: (password) => timingSafeEqual(salted(password), digest) };
}
