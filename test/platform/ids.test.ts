import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdKind, idPrefixes, isId, systemIds } from '../../src/platform/ids.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];

describe('identifiers', () => {
  it.each(kinds)('carry their kind: a new %s id is one of that kind and of no other', (kind) => {
    const id = systemIds.next(kind);
    expect(kinds.filter((other) => isId(other, id))).toEqual([kind]);
  });

  it('made later sort later, also within one millisecond', () => {
    const made = Array.from({ length: 2000 }, () => systemIds.next('event'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
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
  ])('are refused when malformed: %j', (value) => {
    expect(isId('user', value)).toBe(false);
  });

  it('are never found in arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...kinds), (text, kind) => {
        expect(isId(kind, text)).toBe(false);
      }),
    );
  });
});

describe('secrets', () => {
  it('hold 256 bits by default, in characters that need no encoding anywhere', () => {
    expect(systemIds.secret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(systemIds.secret(16)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it('are never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => systemIds.secret())).size).toBe(1000);
  });
});
