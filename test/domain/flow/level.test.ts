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

  test('is 2 with a passkey, two factors at an identity provider, or an app or backup code besides another proof', () => {
    fc.assert(
      fc.property(kinds, (given) => {
        const proofs = given.filter((one) => one !== 'vouched-email');
        const seconds = proofs.filter((one) => one === 'totp' || one === 'backup-code');
        const isWhole = given.includes('passkey') || given.includes('identity-mfa');
        expect(levelOf(given) === 2).toBe(isWhole || (seconds.length > 0 && proofs.length > seconds.length));
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
