import { hash, timingSafeEqual } from 'node:crypto';
import type { Reading } from './password-hash.ts';

const defaultRounds = 5000;
/** Cost of these rounds. */
const costOfDefault = 0.6;
const minRounds = 1000;
const maxRounds = 700_000;

/** `order` is that of the bytes of a digest in a hash: groups of three, each written as four characters. */
interface Kind {
  algorithm: 'sha256' | 'sha512';
  size: number;
  order: readonly (readonly number[])[];
}

/** Groups of bytes that are `distance` apart, each rotated by one place more than the one before. */
const groups = (distance: number, step: number): number[][] =>
  Array.from({ length: distance }, (_, at) => {
    const places = [at, at + distance, at + 2 * distance];
    return places.map((_place, index) => places[(index + at * step) % 3] ?? 0);
  });

const kinds: Readonly<Record<string, Kind>> = {
  5: { algorithm: 'sha256', size: 32, order: [...groups(10, 2), [31, 30]] },
  6: { algorithm: 'sha512', size: 64, order: [...groups(21, 1), [63]] },
};

const pattern = /^\$([56])\$(?:rounds=(\d{1,9})\$)?([^$:\s]{1,16})\$([./0-9A-Za-z]{43}|[./0-9A-Za-z]{86})$/;

/** "$5$…" and "$6$…" of crypt(3): https://www.akkadia.org/drepper/SHA-crypt.txt */
export function readShaCrypt(text: string): Reading {
  const [, name = '', roundsText, salt = '', written = ''] = pattern.exec(text) ?? [];
  const kind = kinds[name];
  const rounds = Number(roundsText ?? defaultRounds);
  if (!kind || written.length !== Math.ceil((kind.size * 8) / 6) || rounds < minRounds) return undefined;
  if (rounds > maxRounds) return 'too costly';
  const expected = Buffer.from(written);
  return {
    isStrong: false,
    cost: (rounds / defaultRounds) * costOfDefault,
    matches: (password) => timingSafeEqual(Buffer.from(encode(digestOf(kind, password, salt, rounds), kind)), expected),
  };
}

/** The numbers are those of the steps in the description. */
function digestOf({ algorithm, size }: Kind, password: string, saltText: string, rounds: number): Buffer {
  const digest = (...parts: Buffer[]): Buffer => hash(algorithm, Buffer.concat(parts), 'buffer');
  const [key, salt] = [Buffer.from(password), Buffer.from(saltText)];
  // 4 to 8.
  const b = digest(key, salt, key);
  // 1 to 3, 9 to 12: from the lowest bit of the length on.
  const bits = key.length === 0 ? [] : Array.from(key.length.toString(2)).toReversed();
  let a = digest(key, salt, repeated(b, key.length), ...bits.map((bit) => (bit === '1' ? b : key)));
  // 13 to 16.
  const p = repeated(digest(repeated(key, key.length * key.length)), key.length);
  // 17 to 20.
  const s = repeated(digest(repeated(salt, salt.length * (16 + (a[0] ?? 0)))), salt.length);
  // 21. All that precede or follow the digest of the round before, by the remainder of the round.
  const parts = Array.from({ length: 42 }, (_, round) => partsOf(round, p, s));
  const input = Buffer.alloc(size + 2 * p.length + s.length);
  for (let round = 0; round < rounds; round++) {
    const { before, after } = parts[round % 42] ?? { before: salt, after: salt };
    before.copy(input, 0);
    a.copy(input, before.length);
    after.copy(input, before.length + size);
    a = hash(algorithm, input.subarray(0, before.length + size + after.length), 'buffer');
  }
  return a;
}

function partsOf(round: number, p: Buffer, s: Buffer): { before: Buffer; after: Buffer } {
  const middle = [...(round % 3 ? [s] : []), ...(round % 7 ? [p] : [])];
  return round % 2
    ? { before: Buffer.concat([p, ...middle]), after: Buffer.alloc(0) }
    : { before: Buffer.alloc(0), after: Buffer.concat([...middle, p]) };
}

/** A text of this many bytes, from repetitions of the bytes. */
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes);

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 22. The first byte of a group has the highest value; the character of the lowest bits comes first. */
const encode = (digest: Buffer, { order }: Kind): string =>
  order
    .map((group) => {
      const value = group.reduce((sum, at) => sum * 256 + (digest[at] ?? 0), 0);
      const count = Math.ceil((group.length * 8) / 6);
      return Array.from({ length: count }, (_, at) => alphabet[Math.floor(value / 64 ** at) % 64]).join('');
    })
    .join('');
