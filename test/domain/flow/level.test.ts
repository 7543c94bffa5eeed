import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acrOf, authenticatedAt, levelOf, requestedLevel } from '../../../src/domain/flow/level.ts';
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

  test('is phr as acr if passkeys alone were proven', () => {
    fc.assert(
      fc.property(kinds, (given) => {
        const isPasskeyOnly = given.length > 0 && given.every((one) => one === 'passkey');
        expect(acrOf(given, levelOf(given) || 1) === 'phr').toBe(isPasskeyOnly);
      }),
    );
  });

  test('has the time of the oldest verification that it needs: later ones alone reach less', () => {
    const verification = fc.record({ kind, verifiedAt: fc.date({ noInvalidDate: true }) });
    fc.assert(
      fc.property(fc.array(verification, { minLength: 1 }), (given) => {
        const levelFrom = (time: number) =>
          levelOf(given.filter((one) => one.verifiedAt.getTime() >= time).map((one) => one.kind));
        const level = levelFrom(-Infinity);
        const time = authenticatedAt(given)?.getTime() ?? NaN;
        expect(levelFrom(time)).toBe(level);
        if (level) expect(levelFrom(time + 1)).toBeLessThan(level);
      }),
    );
  });

  test.each([
    [undefined, 1],
    ['urn:mandate:level:2', 2],
    ['phr urn:mandate:level:2 urn:mandate:level:1', 'phr'],
    ['other urn:mandate:level:2 urn:mandate:level:1', 2],
    ['urn:mandate:level:1 urn:mandate:level:2', 1],
    ['unknown', 1],
  ])('the acr_values %j request the level %s', (values, level) => {
    expect(requestedLevel(values)).toBe(level);
  });
});
