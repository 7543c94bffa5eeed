import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { decoded, keyPattern, type Reading, saltPattern } from './password-hash.ts';

const maxIterations = 2_000_000;

/** Bytes of a digest, and the cost of 600,000 iterations. */
const digests: Readonly<Record<string, { size: number; cost: number }>> = {
  sha1: { size: 20, cost: 6 },
  sha256: { size: 32, cost: 6 },
  sha512: { size: 64, cost: 18 },
};

/** "$pbkdf2-sha256$29000$…" of passlib, whose "$pbkdf2$…" is SHA-1; "$pbkdf2-sha256$i=29000,l=32$…" of PHC. */
const named = new RegExp(
  String.raw`^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:(\d{1,10})|i=(\d{1,10})(?:,l=(\d{1,3}))?)\$(${saltPattern})\$(${keyPattern})$`,
);
/** "pbkdf2_sha256$600000$…" of Django, whose salt is a text. */
const ofDjango = new RegExp(String.raw`^pbkdf2_(sha1|sha256)\$(\d{1,10})\$([!-#%-~]{1,128})\$(${keyPattern})$`);

interface Pbkdf2Hash {
  digest: string;
  iterations: number;
  salt: Buffer;
  key: Buffer;
}

/** RFC 8018 §5.2. */
export function readPbkdf2(text: string): Reading {
  const read = readNamed(text) ?? readDjango(text);
  const { size, cost } = digests[read?.digest ?? ''] ?? {};
  if (!read || size === undefined || cost === undefined || read.iterations < 1) return undefined;
  const { digest, iterations, salt, key } = read;
  if (iterations > maxIterations) return 'too costly';
  // Keycloak makes keys of 64 bytes. The first digest of a longer key suffices, and takes half of the time.
  const expected = key.subarray(0, size);
  return {
    isStrong: false,
    cost: (iterations / 600_000) * cost,
    matches: (password) => timingSafeEqual(pbkdf2Sync(password, salt, iterations, expected.length, digest), expected),
  };
}

function readNamed(text: string): Pbkdf2Hash | undefined {
  const [, digest = 'sha1', plain, iterations = plain, length, salt, keyText] = named.exec(text) ?? [];
  if (salt === undefined || keyText === undefined) return undefined;
  const key = decoded(keyText);
  if (length !== undefined && Number(length) !== key.length) return undefined;
  return { digest, iterations: Number(iterations), salt: decoded(salt), key };
}

function readDjango(text: string): Pbkdf2Hash | undefined {
  const [, digest, iterations, salt, key] = ofDjango.exec(text) ?? [];
  if (digest === undefined || salt === undefined || key === undefined) return undefined;
  return { digest, iterations: Number(iterations), salt: Buffer.from(salt), key: decoded(key) };
}
