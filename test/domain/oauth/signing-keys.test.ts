import { describe, expect, test } from 'vitest';
import {
  clockSkew,
  type KeyTimes,
  nextKeyChange,
  publishedKeys,
  publishedUntil,
  signingKeys,
  stateInRotation,
} from '../../../src/domain/oauth/signing-keys.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const day = 86_400;

/** A key created at `made`, signing from `from`, and published until `until` if it has a successor. */
const key = (id: string, made: number, from: number, until?: number): KeyTimes => ({
  id,
  algorithm: 'ES256',
  createdAt: at(made),
  signsFrom: at(from),
  publishedUntil: until === undefined ? null : at(until),
});
const idsAt = (keys: KeyTimes[], seconds: number) => publishedKeys(keys, at(seconds)).map(({ id }) => id);

describe('the signing key, among the published ones,', () => {
  const [old, next] = [key('old', 0, 0, 1300 + day), key('new', 1000, 1300)];

  test('is the only one', () => {
    expect(idsAt([key('old', 0, 0)], 5)).toEqual(['old']);
  });

  test('is the old one until the activation of the new one, which is published before', () => {
    expect(idsAt([old, next], 1000)).toEqual(['old', 'new']);
    expect(idsAt([old, next], 1299)).toEqual(['old', 'new']);
    expect(idsAt([old, next], 1300)).toEqual(['new', 'old']);
  });

  test('is only the new one when the last token of the old one has expired', () => {
    expect(idsAt([old, next], 1300 + day - 1)).toEqual(['new', 'old']);
    expect(idsAt([old, next], 1300 + day)).toEqual(['new']);
  });

  test('is the newest active one: one that was superseded before its activation never signs', () => {
    const overtaken = key('overtaken', 100, 400, 200 + day);
    const urgent = key('urgent', 200, 200);
    const keys = [key('old', 0, 0, 400 + day), overtaken, urgent];
    expect(idsAt(keys, 199)).toEqual(['old', 'urgent', 'overtaken']);
    expect(idsAt(keys, 200)).toEqual(['urgent', 'overtaken', 'old']);
    expect(idsAt(keys, 500)).toEqual(['urgent', 'overtaken', 'old']);
  });

  test('is the oldest if the clock is before the activation of all', () => {
    expect(idsAt([key('first', 10, 10, 30 + day), key('second', 20, 30)], 0)).toEqual(['first', 'second']);
  });

  test('is the one with the later id if two were created at the same instant', () => {
    expect(idsAt([key('key_a', 0, 0), key('key_b', 0, 0)], 1)).toEqual(['key_b', 'key_a']);
  });

  test('is undefined if there are no keys', () => {
    expect(publishedKeys([], at(0))).toEqual([]);
  });
});

describe('of several algorithms', () => {
  const rs = (from: KeyTimes): KeyTimes => ({ ...from, id: `rs_${from.id}`, algorithm: 'RS256' });
  const [old, next] = [key('old', 0, 0, 1300 + day), key('new', 1000, 1300)];
  const pairs = [old, rs(old), next, rs(next)];
  const signingAt = (seconds: number) => signingKeys(pairs, at(seconds)).map(({ id }) => id);

  test('each has a signing key, and new keys of all become active at the same instant', () => {
    expect(signingAt(1299)).toEqual(['rs_old', 'old']);
    expect(signingAt(1300)).toEqual(['rs_new', 'new']);
  });

  test('the signing keys are published first', () => {
    expect(idsAt(pairs, 1299)).toEqual(['rs_old', 'old', 'rs_new', 'new']);
    expect(idsAt(pairs, 1300 + day)).toEqual(['rs_new', 'new']);
  });

  test('a newer key of one does not supersede a key of another', () => {
    expect(signingKeys([old, rs(next)], at(2000)).map(({ id }) => id)).toEqual(['rs_new', 'old']);
  });

  test('one that this version does not support never signs', () => {
    expect(signingKeys([old, { ...next, algorithm: 'ES512' }], at(2000)).map(({ id }) => id)).toEqual(['old']);
  });
});

test('tokens of a key that no longer signs have expired when it is removed from the key set, less the clock skew', () => {
  const keys = [key('old', 0, 0, 1300 + day + clockSkew), key('new', 1000, 1300)];
  const states = (seconds: number) => keys.map(({ id }) => stateInRotation(id, keys, at(seconds)));
  const before = { state: 'CURRENT', lastTokenUntil: null };
  expect(states(1200)).toEqual([before, { state: 'NEXT', lastTokenUntil: null }]);
  expect(states(1300)).toEqual([{ state: 'PREVIOUS', lastTokenUntil: at(1300 + day) }, before]);
  expect(states(1300 + 2 * day)).toEqual([{ state: 'RETIRED', lastTokenUntil: at(1300 + day) }, before]);
});

test('a key remains published, after it stopped signing, for the longest token lifetime and the clock skew', () => {
  expect(publishedUntil(at(300))).toEqual(at(300 + day + 300));
});

test('the next change is the next time at which a key starts to sign or retires', () => {
  const keys = [key('old', 0, 0, 900), key('new', 100, 400)];
  expect(nextKeyChange(keys, at(100))).toEqual(at(400));
  expect(nextKeyChange(keys, at(400))).toEqual(at(900));
  expect(nextKeyChange(keys, at(900))).toBeNull();
});
