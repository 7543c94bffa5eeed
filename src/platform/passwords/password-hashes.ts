import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { verifySync as verifyArgon2 } from '@node-rs/argon2';
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt';

/** A stored password hash that can be compared with. */
interface PasswordHash {
  /** Whether it is at least as strong as a hash of ours, and so need not be replaced. */
  isStrong: boolean;
  /** The approximate cost of a comparison, as a multiple of one with a hash of ours. */
  cost: number;
  /** Takes up to a second: to be called in a process that hashes (hash-worker.ts). */
  matches(password: string): boolean;
}

/** Memory in KiB and passes of our hashes (OWASP Password Storage Cheat Sheet: argon2id with 46 MiB and one pass). */
export const ownParameters = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/** Limits of imported hashes: a comparison takes at most about a second and 256 MiB. */
const limits = {
  length: 512,
  memory: 256 * 1024,
  memoryPasses: 1024 * 1024,
  lanes: 16,
  bcryptCost: 14,
  iterations: 2_000_000,
};

/**
 * Estimated costs of comparisons, as multiples of one with a hash of ours. Refusals wait for the most costly stored
 * hash (refusal-delay.ts), so these are on the high side of what was measured.
 */
const costs = {
  /** argon2 per pass and memory of ours, with several passes, less memory than ours, or argon2i. */
  otherArgon2: 1.7,
  /** bcrypt with cost 12. Each further step of its cost doubles the time. */
  bcrypt12: 16,
  /** PBKDF2 with 600,000 iterations. */
  pbkdf2: { sha256: 6, sha512: 18 },
};

const readers: readonly ((text: string) => PasswordHash | undefined)[] = [readArgon2, readBcrypt, readPbkdf2];

/**
 * Reads argon2id and argon2i (PHC string), bcrypt ("$2a$", "$2b$", "$2y$") and PBKDF2 with SHA-256 or SHA-512
 * ("$pbkdf2-sha256$29000$…" of passlib, "$pbkdf2-sha256$i=29000,l=32$…" of PHC). Undefined for anything else, and for
 * hashes above the limits.
 */
export function readHash(text: string): PasswordHash | undefined {
  if (text.length > limits.length) return undefined;
  for (const read of readers) {
    const found = read(text);
    if (found) return found;
  }
  return undefined;
}

const argon2 =
  /^\$argon2(id|i)\$v=19\$m=(\d{1,7}),t=(\d{1,5}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** RFC 9106; https://github.com/P-H-C/phc-string-format */
function readArgon2(text: string): PasswordHash | undefined {
  const [, kind, ...numbers] = argon2.exec(text) ?? [];
  const [memory = 0, passes = 0, lanes = 0] = numbers.slice(0, 3).map(Number);
  // RFC 9106 §3.1: at least 8 KiB per lane.
  if (!kind || passes < 1 || lanes < 1 || memory < 8 * lanes) return undefined;
  if (memory > limits.memory || memory * passes > limits.memoryPasses || lanes > limits.lanes) return undefined;
  const isStrong = kind === 'id' && memory >= ownParameters.memoryCost;
  const isLikeOurs = isStrong && passes === 1;
  const cost = ((isLikeOurs ? 1 : costs.otherArgon2) * memory * passes) / ownParameters.memoryCost;
  return { isStrong, cost, matches: (password) => verifyArgon2(text, password) };
}

const bcrypt = /^\$2[aby]\$(\d{2})\$[A-Za-z0-9./]{53}$/;

function readBcrypt(text: string): PasswordHash | undefined {
  const exponent = Number(bcrypt.exec(text)?.[1]);
  if (!(exponent >= 4 && exponent <= limits.bcryptCost)) return undefined;
  const cost = costs.bcrypt12 * 2 ** (exponent - 12);
  return { isStrong: false, cost, matches: (password) => verifyBcrypt(password, text) };
}

const pbkdf2Hash =
  /^\$pbkdf2-(sha256|sha512)\$(?:(\d{1,7})|i=(\d{1,7})(?:,l=(\d{1,3}))?)\$([A-Za-z0-9+/.]{1,171})\$([A-Za-z0-9+/.]{22,171})$/;

/** RFC 8018 §5.2. passlib writes "." for "+"; neither format has padding. */
function readPbkdf2(text: string): PasswordHash | undefined {
  const [, digest, plain, named, length, saltText = '', keyText = ''] = pbkdf2Hash.exec(text) ?? [];
  const iterations = Number(plain ?? named);
  if (!digest || !(iterations >= 1 && iterations <= limits.iterations)) return undefined;
  const [salt, key] = [saltText, keyText].map((part) => Buffer.from(part.replaceAll('.', '+'), 'base64')) as [
    Buffer,
    Buffer,
  ];
  // A key longer than the digest would double the time of a check, but not that of an attack.
  const longest = digest === 'sha256' ? 32 : 64;
  if (key.length < 16 || key.length > longest || (length !== undefined && Number(length) !== key.length))
    return undefined;
  const matches = (password: string) =>
    timingSafeEqual(pbkdf2Sync(password, salt, iterations, key.length, digest), key);
  const cost = (iterations / 600_000) * costs.pbkdf2[digest === 'sha256' ? 'sha256' : 'sha512'];
  return { isStrong: false, cost, matches };
}
