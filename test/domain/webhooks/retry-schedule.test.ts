import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxAttempts, nextAttemptAt } from '../../../src/domain/webhooks/retry-schedule.ts';

const from = new Date('2026-11-20T12:00:00Z');
const hours = 3600;

/** Seconds until the next attempt, without jitter. */
const pause = (attempt: number, retryAfter?: string): number | null => {
  const next = nextAttemptAt(attempt, from, 0, retryAfter);
  return next && (next.getTime() - from.getTime()) / 1000;
};

describe('the schedule of attempts', () => {
  test('is that of Standard Webhooks: ten attempts, over more than three days', () => {
    const pauses = Array.from({ length: maxAttempts }, (_, index) => pause(index + 1));
    expect(pauses).toEqual([5, 300, 1800, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours, 24 * hours, null]);
  });

  test('ends, with any jitter, before the five days after which a failing endpoint is disabled', () => {
    let time = from;
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) time = nextAttemptAt(attempt, time, 1) ?? from;
    expect(time.getTime() - from.getTime()).toBeLessThan(5 * 24 * hours * 1000);
  });

  test('has a jitter of at most a fifth, which only delays', () => {
    const attempts = fc.integer({ min: 1, max: maxAttempts - 1 });
    fc.assert(
      fc.property(attempts, fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter) => {
        const base = (pause(attempt) ?? 0) * 1000;
        const spread = (nextAttemptAt(attempt, from, jitter)?.getTime() ?? 0) - from.getTime();
        expect(spread).toBe(Math.round(base * (1 + 0.2 * jitter)));
      }),
    );
  });
});

describe('Retry-After', () => {
  const inTenMinutes = ['Fri, 20 Nov 2026 12:10:00 GMT', 'Friday, 20-Nov-26 12:10:00 GMT', 'Fri Nov 20 12:10:00 2026'];
  test.each(['600', ' 600 ', ...inTenMinutes])('is read in each of its forms: %s', (value) =>
    expect(pause(1, value)).toBe(600),
  );
  test('accepts a one-digit day padded with a space', () => {
    const early = new Date('2026-12-01T12:00:00Z');
    expect(nextAttemptAt(1, early, 0, 'Tue Dec  1 12:10:00 2026')).toEqual(new Date('2026-12-01T12:10:00Z'));
  });

  test('never makes an attempt earlier than the schedule', () => {
    expect(pause(3, '1')).toBe(1800);
    expect(pause(3, 'Fri, 20 Nov 2020 12:10:00 GMT')).toBe(1800);
  });

  test.each(['86401', '99999999999999999999999', 'Fri, 20 Nov 2099 12:10:00 GMT'])('is limited to a day: %s', (value) =>
    expect(pause(1, value)).toBe(24 * hours),
  );

  test('has a jitter as well, to spread attempts that were postponed together', () => {
    expect(nextAttemptAt(1, from, 1, '100')?.getTime()).toBe(from.getTime() + 120_000);
  });

  test('adds no attempts to the schedule', () => expect(pause(maxAttempts, '60')).toBeNull());

  const nonsense = [
    '',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    'tomorrow',
    '2026-11-20',
    '2026-11-20T13:00:00Z',
    'Fri, 99 Foo 2026 99:99:99 GMT',
  ];
  test.each(nonsense)('is ignored if it is invalid: %j', (value) => expect(pause(1, value)).toBe(5));
});
