import { describe, expect, test } from 'vitest';
import { changeOf, changesTo, omitUndefined } from '../../../src/domain/events/changes.ts';

describe('the changed fields', () => {
  const record = { name: 'a', list: ['x', 'y'], data: { a: 1, b: { c: [1] } }, none: null as string | null };

  test('are those with another value', () => {
    expect(changesTo(record, { name: 'b', none: null })).toEqual({ name: 'b' });
    expect(changesTo(record, { none: '' })).toEqual({ none: '' });
  });

  test('do not include omitted fields', () => {
    expect(changesTo(record, { name: undefined, list: undefined })).toEqual({});
  });

  test('do not include equal values, whatever the order of members', () => {
    expect(changesTo(record, { list: ['x', 'y'], data: { b: { c: [1] }, a: 1 } })).toEqual({});
    expect(changesTo(record, { list: ['y', 'x'] })).toEqual({ list: ['y', 'x'] });
  });

  test('never contain undefined', () => {
    expect(omitUndefined({ a: undefined, b: null, c: 0 })).toStrictEqual({ b: null, c: 0 });
  });
});

describe('the description of a change', () => {
  test('has the previous values of the changed fields only', () => {
    expect(changeOf({ name: 'a', description: 'b', avatar: null }, ['name', 'avatar'])).toEqual({
      changed: ['name', 'avatar'],
      previous: { name: 'a', avatar: null },
    });
  });

  test('reaches fields below others by their path', () => {
    expect(changeOf({ smtp: { host: 'a', port: 25 }, http: null }, ['smtp.host', 'http.url']).previous).toEqual({
      'smtp.host': 'a',
    });
  });

  test('only names fields that are not part of the public record, such as secrets', () => {
    expect(changeOf({ name: 'a' }, ['password'])).toEqual({ changed: ['password'], previous: {} });
  });
});
