import { scryptSync, timingSafeEqual } from 'node:crypto';
import { decoded, keyPattern, type Reading, saltPattern } from './password-hash.ts';

/** Limit of the memory, or of the sum of several passes, in bytes. */
const maxMemory = 256 * 1024 * 1024;

/** Cost of 16 MiB. */
const costOf16 = 3;

/** "$scrypt$ln=16,r=8,p=1$…" of PHC and passlib. */
const ofPhc = new RegExp(
  String.raw`^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$(${saltPattern})\$(${keyPattern})$`,
);
/** "scrypt$16384$…$8$5$…" of Django, whose salt is a text. */
const ofDjango = new RegExp(String.raw`^scrypt\$(\d{1,10})\$([!-#%-~]{1,128})\$(\d{1,4})\$(\d{1,4})\$(${keyPattern})$`);

interface ScryptHash {
  /** N of RFC 7914: a power of two. */
  N: number;
  r: number;
  p: number;
  salt: Buffer;
  key: Buffer;
}

/** RFC 7914. */
export function readScrypt(text: string): Reading {
  const read = readPhc(text) ?? readDjango(text);
  if (!read) return undefined;
  const { N, r, p, salt, key } = read;
  if (N < 2 || !Number.isInteger(Math.log2(N)) || r < 1 || p < 1) return undefined;
  // RFC 7914 §6: otherwise the function is not defined.
  if (N >= 2 ** (16 * r)) return undefined;
  const memory = 128 * N * r * p;
  if (memory > maxMemory) return 'too costly';
  // The blocks of all p come on top of the memory of one of them.
  const options = { N, r, p, maxmem: 2 * maxMemory };
  return {
    isStrong: false,
    cost: (memory / (16 * 1024 * 1024)) * costOf16,
    matches: (password) => timingSafeEqual(scryptSync(password, salt, key.length, options), key),
  };
}

function readPhc(text: string): ScryptHash | undefined {
  const [, ln, r, p, salt, key] = ofPhc.exec(text) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  return { N: 2 ** Number(ln), r: Number(r), p: Number(p), salt: decoded(salt), key: decoded(key) };
}

function readDjango(text: string): ScryptHash | undefined {
  const [, N, salt, r, p, key] = ofDjango.exec(text) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  return { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt), key: decoded(key) };
}
