import fc from 'fast-check';
import { toUUID } from 'typeid-js';
import { describe, expect, it, vi } from 'vitest';
import { isId, systemIds } from '../../src/platform/ids/ids.ts';
import { idKinds } from '../../src/vocabulary/kinds.ts';

describe('ids', () => {
  it.each(idKinds)('contain their kind: a new %s id is one of that kind and of no other', (kind) => {
    const id = systemIds.next(kind);
    expect(idKinds.filter((other) => isId(other, id))).toEqual([kind]);
  });

  it('sort by creation time, also within one millisecond', () => {
    const made = Array.from({ length: 2000 }, () => systemIds.next('event'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('sort by creation time also when the clock is set back', () => {
    const before = systemIds.next('event');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    const after = systemIds.next('event');
    vi.restoreAllMocks();
    expect([after, before].toSorted()).toEqual([before, after]);
  });

  it('contain a UUIDv7 of the current time', () => {
    const before = Date.now();
    const uuid = toUUID(systemIds.next('event') as never);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it.each([
    '',
    'user',
    'user_',
    '01h455vb4pex5vsknk084sn02q',
    'user_01h455vb4pex5vsknk084sn02',
    'user_01h455vb4pex5vsknk084sn02qq',
    'user_81h455vb4pex5vsknk084sn02q',
    'user_01H455VB4PEX5VSKNK084SN02Q',
    'user_01h455vb4pex5vsknk084sn02u',
    'User_01h455vb4pex5vsknk084sn02q',
    ' user_01h455vb4pex5vsknk084sn02q',
    'user_01h455vb4pex5vsknk084sn02q\n',
    'user__01h455vb4pex5vsknk084sn02q',
  ])('are refused if malformed: %j', (value) => {
    expect(isId('user', value)).toBe(false);
  });

  it('are never recognized in arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...idKinds), (text, kind) => {
        expect(isId(kind, text)).toBe(false);
      }),
    );
  });
});

describe('secrets', () => {
  it('contain 256 bits by default, in characters that need no encoding', () => {
    expect(systemIds.secret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(systemIds.secret(16)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it('never repeat', () => {
    expect(new Set(Array.from({ length: 1000 }, () => systemIds.secret())).size).toBe(1000);
  });
});
