/** A signing key in the rotation of its algorithm. */
export interface RotatedKey {
  id: string;
  algorithm: string;
  createdAt: string;
  signsFrom: string;
  publishedUntil: string | null;
}

export type Phase = 'waits' | 'signs' | 'verifies';

/** A part of the life of a key, as parts of the whole line from 0 to 1. */
export interface Span {
  phase: Phase;
  start: number;
  end: number;
}

interface TimeLine {
  from: number;
  until: number;
  /** The place of the present. */
  now: number;
  spansOf: (key: RotatedKey) => Span[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** The line of all keys, around the present: as far ahead as something is known, and twice as far back at most. */
export function timeLineOf(keys: readonly RotatedKey[], now: number): TimeLine {
  const times = keys.flatMap(({ createdAt, signsFrom, publishedUntil }) =>
    [createdAt, signsFrom, publishedUntil].flatMap((time) => (time === null ? [] : [Date.parse(time)])),
  );
  const coming = times.filter((time) => time > now);
  const ahead = Math.max(hour, coming.length > 0 ? Math.max(...coming) - now : day) * 1.15;
  const from = Math.max(now - 2 * ahead, Math.min(now, ...times) - ahead / 8);
  const until = now + ahead;
  const placeOf = (time: number): number => Math.min(1, Math.max(0, (time - from) / (until - from)));
  return { from, until, now: placeOf(now), spansOf: (key) => spans(key, keys, placeOf) };
}

/** It is published first, signs from its time until that of the next one, and then only verifies. */
function spans(key: RotatedKey, keys: readonly RotatedKey[], placeOf: (time: number) => number): Span[] {
  const start = Date.parse(key.signsFrom);
  const removed = key.publishedUntil === null ? Infinity : Date.parse(key.publishedUntil);
  const next = keys
    .filter(({ algorithm, signsFrom }) => algorithm === key.algorithm && Date.parse(signsFrom) > start)
    .map(({ signsFrom }) => Date.parse(signsFrom));
  const stop = Math.min(removed, ...next);
  const all = [
    ['waits', Date.parse(key.createdAt), Math.min(start, removed)],
    ['signs', start, stop],
    ['verifies', stop, removed],
  ] as const;
  return (
    all
      .filter(([, begin, end]) => end > begin)
      .map(([phase, begin, end]) => ({ phase, start: placeOf(begin), end: placeOf(end) }))
      // A span that ended before the line begins is not on it.
      .filter((span) => span.end > span.start)
  );
}
