import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelOf, requestedLevel } from '../../../src/domain/flow/level.ts';
import { verificationKinds } from '../../../src/vocabulary/flows.ts';

describe('the level', () => {
  const kinds = fc.subarray([...verificationKinds]);
  const kind = fc.constantFrom(...verificationKinds);

  test('never falls with another verification, and does not rise with the same one', () => {
    fc.assert(
      fc.property(kinds, kind, (given, another) => {
        expect(levelOf([...given, another])).toBeGreaterThanOrEqual(levelOf(given));
        expect(levelOf([...given, ...given])).toBe(levelOf(given));
      }),
    );
  });

  test('is 2 with a passkey, or with an app or backup code besides another verification, never with an email', () => {
    fc.assert(
      fc.property(kinds, (given) => {
        const [seconds, firsts] = [given.filter((one) => one === 'totp' || one === 'backup-code'), given.length];
        const isHigh = given.includes('passkey') || (seconds.length > 0 && firsts > seconds.length);
        expect(levelOf(given) === 2).toBe(isHigh);
      }),
    );
    expect(levelOf(['password', 'email'])).toBe(1);
  });

  test.each([
    [undefined, 1],
    ['urn:mandate:level:2', 2],
    ['phr urn:mandate:level:2 urn:mandate:level:1', 2],
    ['urn:mandate:level:1 urn:mandate:level:2', 1],
    ['unknown', 1],
  ])('that %j asks for is %s', (values, level) => {
    expect(requestedLevel(values)).toBe(level);
  });
});
