import type { SigningKeyState } from '../../vocabulary/resources.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';

/** Maximum lifetime of an access token in seconds, the upper bound of ApiResource.accessTokenTtl. */
export const maxAccessTokenTtl = 86_400;

/** Seconds by which the clocks of our processes, and of verifiers of our tokens, may differ. */
export const clockSkew = 300;

/** Default seconds between the publication of a key and its first signature: by then every verifier has fetched it. */
export const rotationDelay = 300;

/**
 * Seconds that a key set may be cached: less than the delay, because a process may notice a rotation some seconds late.
 */
export const keySetMaxAge = 240;

/** The times on which the state of a signing key in the rotation depends. */
export interface KeyTimes {
  id: string;
  algorithm: string;
  signsFrom: Date;
  publishedUntil: Date | null;
  createdAt: Date;
}

/**
 * Until when a key is published whose successor signs from `successorSignsFrom`: until its last token has expired on
 * every clock.
 */
export function publishedUntil(successorSignsFrom: Date): Date {
  return new Date(successorSignsFrom.getTime() + (maxAccessTokenTtl + clockSkew) * 1000);
}

/**
 * The keys that sign at `now`, at most one per algorithm, in the order of the algorithms: the newest key whose
 * `signsFrom` has passed. If it has passed for none, because the clock is behind that of the process that created the
 * first key, the oldest one signs.
 */
export function signingKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const published = newestFirst(keys, now);
  return signingAlgorithms.flatMap((algorithm) => {
    const candidates = published.filter((key) => key.algorithm === algorithm);
    return candidates.find((key) => key.signsFrom <= now) ?? candidates.at(-1) ?? [];
  });
}

/** The keys that are published at `now`: first those that sign, then the others from newest to oldest. */
export function publishedKeys<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const signing = signingKeys(keys, now);
  return [...signing, ...newestFirst(keys, now).filter((key) => !signing.includes(key))];
}

const newestFirst = <Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] =>
  keys.filter((key) => key.publishedUntil === null || key.publishedUntil > now).sort(byAge);

/** Newest first. */
const byAge = (a: KeyTimes, b: KeyTimes): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/** The state of one of these keys in the rotation. */
export function stateOf(id: string, keys: readonly KeyTimes[], now: Date): SigningKeyState {
  if (signingKeys(keys, now).some((key) => key.id === id)) return 'CURRENT';
  const key = publishedKeys(keys, now).find((other) => other.id === id);
  if (!key) return 'RETIRED';
  return key.signsFrom > now ? 'NEXT' : 'PREVIOUS';
}

/** When the last token that this key signed expires; null if it has signed none. */
export function tokensExpireBy(key: KeyTimes, state: SigningKeyState, now: Date): Date | null {
  if (state === 'NEXT') return null;
  const until = state === 'CURRENT' || key.publishedUntil === null ? publishedUntil(now) : key.publishedUntil;
  return new Date(until.getTime() - clockSkew * 1000);
}

/** The state of one of these keys, and when the last token that it signed expires; null while it can sign. */
export function stateInRotation(id: string, keys: readonly KeyTimes[], now: Date) {
  const state = stateOf(id, keys, now);
  const key = keys.find((one) => one.id === id);
  const isOver = state === 'PREVIOUS' || state === 'RETIRED';
  return { state, lastTokenUntil: key && isOver ? tokensExpireBy(key, state, now) : null };
}

/** The next newer and next older key of the same algorithm. */
export function neighborsOf<Key extends KeyTimes>(key: Key, keys: readonly Key[]) {
  const all = keys.filter(({ algorithm }) => algorithm === key.algorithm).sort(byAge);
  const index = all.indexOf(key);
  return { younger: all[index - 1], older: all[index + 1] };
}

/** When `publishedKeys` can next change; null if never. */
export function nextKeyChange(keys: readonly KeyTimes[], now: Date): Date | null {
  const times = keys.flatMap(({ signsFrom, publishedUntil: until }) => (until ? [signsFrom, until] : [signsFrom]));
  const future = times.filter((time) => time > now).map((time) => time.getTime());
  return future.length > 0 ? new Date(Math.min(...future)) : null;
}
