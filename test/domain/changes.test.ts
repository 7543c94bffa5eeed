import { describe, expect, test } from 'vitest';
import { changesTo, given } from '../../src/domain/changes.ts';

describe('what changes', () => {
  const record = { name: 'a', list: ['x', 'y'], data: { a: 1, b: { c: [1] } }, none: null as string | null };

  test('is what was given another value', () => {
    expect(changesTo(record, { name: 'b', none: null })).toEqual({ name: 'b' });
    expect(changesTo(record, { none: '' })).toEqual({ none: '' });
  });

  test('is not what was left out', () => {
    expect(changesTo(record, { name: undefined, list: undefined })).toEqual({});
  });

  test('is not what is equal, whatever the order of members', () => {
    expect(changesTo(record, { list: ['x', 'y'], data: { b: { c: [1] }, a: 1 } })).toEqual({});
    expect(changesTo(record, { list: ['y', 'x'] })).toEqual({ list: ['y', 'x'] });
  });

  test('what is given has no undefined left', () => {
    expect(given({ a: undefined, b: null, c: 0 })).toStrictEqual({ b: null, c: 0 });
  });
});
