import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { VerifiedToken } from './access-token-claims.ts';

/** Tokens with a valid signature that are presented repeatedly. */
export interface RepeatedTokens {
  find(token: string): VerifiedToken | undefined;
  /** Keeps the token if it was offered before. */
  offer(text: string, token: VerifiedToken): void;
}

/**
 * Entries. Needed by bench:exchange, 1.2 of the ceiling with the same tokens: 1.2 times the processor time without.
 */
const cacheSize = 4000;

/** SHA-256, one byte per character: a token as the key would keep its whole request in memory. */
const keyOf = (token: string): string => hash('sha256', token, 'latin1');

/**
 * Most tokens are presented once. A Bloom filter recalls which were offered, so that those cost neither a digest nor
 * memory that outlives the request: bench:exchange, 0.7 of the ceiling and 200 MB.
 */
export function createRepeatedTokens(): RepeatedTokens {
  const cache = new LRUCache<string, VerifiedToken>({ max: cacheSize });
  const offered = createBloomFilter();
  return {
    find: (token) => (offered.has(token) ? cache.get(keyOf(token)) : undefined),
    offer(text, token) {
      if (offered.has(text)) cache.set(keyOf(text), frozen(token));
      else offered.add(text);
    },
  };
}

/** It is shared by all requests with the token. */
const frozen = (token: VerifiedToken): VerifiedToken => {
  const { grant, sessionEpochs, authentication, applicationIds } = token;
  for (const part of [grant, sessionEpochs, authentication, authentication.amr, applicationIds]) Object.freeze(part);
  return Object.freeze(token);
};

/** Bits of the filter, a power of two, and additions after which it is emptied: then one in 75 new tokens seems old. */
const filterBits = 2 ** 18;
const maxAdditions = filterBits / 16;

/** Of tokens, by the end of their signature, which is as good as random but for its last character. */
function createBloomFilter() {
  const words = new Uint32Array(filterBits / 32);
  let additions = 0;
  const isSet = (bit: number): boolean => ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  const set = (bit: number): void => {
    words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  };
  return {
    /** Whether the token was probably added before. */
    has: (token: string): boolean => isSet(bitAt(token, 2)) && isSet(bitAt(token, 6)),
    add(token: string): void {
      set(bitAt(token, 2));
      set(bitAt(token, 6));
      additions += 1;
      if (additions > maxAdditions) {
        words.fill(0);
        additions = 0;
      }
    },
  };
}

/** A bit that follows from four characters, the last of them `end` from the end of the token (FNV-1a). */
function bitAt(token: string, end: number): number {
  let mixed = 0x811c9dc5;
  for (let index = token.length - end - 3; index <= token.length - end; index += 1) {
    mixed = Math.imul(mixed ^ token.charCodeAt(index), 0x01000193);
  }
  return (mixed ^ (mixed >>> 18)) & (filterBits - 1);
}
