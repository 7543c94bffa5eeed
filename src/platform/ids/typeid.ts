import { writeUuidV7 } from './uuid-v7.ts';

// Crockford's base32 in lower case, two characters for each ten bits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat();
const pair = (bits: number): string => pairs[bits] ?? '';

/**
 * A new TypeID (version 0.3 of its specification): the prefix, which is one of ours, and a UUIDv7 (RFC 9562 §5.7) in base32. Ids that one
 * process makes later sort later, also within a millisecond.
 */
export function newTypeId(prefix: string): string {
  writeUuidV7(uuid);
  return `${prefix}_${suffixOf(uuid)}`;
}

const uuid = Buffer.alloc(16);

/** 128 bits in 26 characters: the first pair has only eight of them, every other five bytes are four pairs. */
export function suffixOf(bytes: Uint8Array): string {
  let text = pair(bytes[0] ?? 0);
  for (let at = 1; at < 16; at += 5) text += fourPairs(bytes, at);
  return text;
}

function fourPairs(bytes: Uint8Array, at: number): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3], bytes[at + 4]];
  return (
    pair((a << 2) | (b >> 6)) +
    pair(((b & 63) << 4) | (c >> 4)) +
    pair(((c & 15) << 6) | (d >> 2)) +
    pair(((d & 3) << 8) | e)
  );
}
