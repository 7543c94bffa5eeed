import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { totpKeyText, totpKeyUri, totpStep } from '../../../src/domain/people/totp.ts';

/** RFC 6238, Appendix B. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);
const check = (code: string, seconds: number, lastStep: number | null = null) =>
  totpStep({ secret, code, now: at(seconds), lastStep });

describe('a code', () => {
  // The last six of the eight digits of the RFC.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('is that of RFC 6238 at %i s', (seconds, code) => {
    expect(check(code, seconds)).toBe(Math.floor(seconds / 30));
  });

  it('can be typed with spaces, and on any keyboard', () => {
    for (const typed of ['081 804', ' 081804\n', '０８１８０４', '08 18 04']) {
      expect(check(typed, 1111111109)).toBe(37037036);
    }
  });

  it('is accepted one step early or late, and no further', () => {
    const step = 37037036;
    for (const [offset, accepted] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      expect(check('081804', (step + offset) * 30 + 15)).toBe(accepted ? step : undefined);
    }
  });

  it('is accepted once: its step must be later than that of the last one', () => {
    const step = 37037036;
    expect(check('081804', step * 30, step - 1)).toBe(step);
    expect(check('081804', step * 30, step)).toBeUndefined();
    expect(check('081804', step * 30, step + 1)).toBeUndefined();
    // From the app's clock, which is late: the next code was used before.
    expect(check('081804', (step + 1) * 30, step + 1)).toBeUndefined();
  });

  test.each(['', '08180', '0818044', '081805', 'abcdef', '-81804', '081804\0', '²81804'])('is not %j', (code) => {
    expect(check(code, 1111111109)).toBeUndefined();
  });

  it('can be any text, also one of another length', () => {
    expect(check('', 0)).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (code) => check(code, 0) === undefined));
  });
});

describe('a secret', () => {
  it('is typed in groups of four', () => {
    expect(totpKeyText(secret)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
  });

  it('is read from a URI, whatever the names contain', () => {
    const uri = new URL(totpKeyUri({ secret, issuer: 'Bäcker & Söhne: "A"?', account: 'a:b+c@example.com' }));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Bäcker & Söhne  "A"?:a b+c@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Bäcker & Söhne  "A"?',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
