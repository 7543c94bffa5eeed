import type { SigningKeyState } from '../vocabulary/resources.ts';
import { signingAlgorithms } from '../vocabulary/signing-algorithms.ts';

/** Seconds an access token lives at most (ApiResource.accessTokenTtl is bounded by it). */
export const maxAccessTokenTtl = 86_400;

/** Seconds by which the clocks of our processes, and of those who verify our tokens, may differ. */
export const clockSkew = 300;

/** Seconds from the publication of a key until it signs, by default: every verifier of our tokens has fetched it by then. */
export const rotationDelay = 300;

/** Seconds that a key set may be remembered: less than the delay, because a process may follow a rotation some seconds late. */
export const keySetMaxAge = 240;

/** What decides the place of a signing key in the rotation. */
export interface KeyTimes {
  id: string;
  algorithm: string;
  signsFrom: Date;
  publishedUntil: Date | null;
  createdAt: Date;
}

/** When the predecessor of a key that signs from `successorSignsFrom` may vanish: its last token has expired by then, on every clock. */
export function publishedUntil(successorSignsFrom: Date): Date {
  return new Date(successorSignsFrom.getTime() + (maxAccessTokenTtl + clockSkew) * 1000);
}

/**
 * The keys that sign at `now`, at most one for each algorithm, in the order of the algorithms. Of each algorithm the youngest key whose
 * time has come signs: one that was published and then overtaken by a younger one never does. The oldest signs when no key's time
 * has come, which a clock behind the one that made the first key sees.
 */
export function signingKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const published = newestFirst(keys, now);
  return signingAlgorithms.flatMap((algorithm) => {
    const candidates = published.filter((key) => key.algorithm === algorithm);
    return candidates.find((key) => key.signsFrom <= now) ?? candidates.at(-1) ?? [];
  });
}

/** The keys that are published at `now`: those that sign first, then the others, newest to oldest. Empty when there is no key. */
export function publishedKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const signing = signingKeys(keys, now);
  return [...signing, ...newestFirst(keys, now).filter((key) => !signing.includes(key))];
}

const newestFirst = <Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] =>
  keys.filter((key) => key.publishedUntil === null || key.publishedUntil > now).sort(byAge);

/** Youngest first. */
const byAge = (a: KeyTimes, b: KeyTimes): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/** The place of one of these keys in the rotation. */
export function stateOf(id: string, keys: readonly KeyTimes[], now: Date): SigningKeyState {
  if (signingKeys(keys, now).some((key) => key.id === id)) return 'CURRENT';
  const key = publishedKeys(keys, now).find((other) => other.id === id);
  if (!key) return 'RETIRED';
  return key.signsFrom > now ? 'NEXT' : 'PREVIOUS';
}

/** By when every token that this key has signed has expired; null when it has signed none. */
export function tokensExpireBy(key: KeyTimes, state: SigningKeyState, now: Date): Date | null {
  if (state === 'NEXT') return null;
  const until = state === 'CURRENT' || key.publishedUntil === null ? publishedUntil(now) : key.publishedUntil;
  return new Date(until.getTime() - clockSkew * 1000);
}

/** The keys of the same algorithm that came after and before one of these keys. */
export function neighboursOf<Key extends KeyTimes>(key: Key, keys: readonly Key[]) {
  const all = keys.filter(({ algorithm }) => algorithm === key.algorithm).sort(byAge);
  const place = all.indexOf(key);
  return { younger: all[place - 1], older: all[place + 1] };
}

/** The next instant after `now` at which `publishedKeys` may answer otherwise; null when it never will. */
export function nextKeyChange(keys: readonly KeyTimes[], now: Date): Date | null {
  const times = keys.flatMap(({ signsFrom, publishedUntil: until }) => (until ? [signsFrom, until] : [signsFrom]));
  const coming = times.filter((time) => time > now).map((time) => time.getTime());
  return coming.length > 0 ? new Date(Math.min(...coming)) : null;
}
