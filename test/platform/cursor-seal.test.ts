import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursorSeal } from '../../src/platform/crypto/cursor-seal.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';

const [key, olderKey] = [randomBytes(32), randomBytes(32)];
const seal = createCursorSeal(createSecretBox([key]));
const text = fc.stringMatching(/^[\w-]{0,48}$/);

describe('a sealed cursor', () => {
  it('opens to its text, and has the same length for each', () => {
    fc.assert(
      fc.property(text, (plain) => {
        for (const sealed of [seal.seal(plain), seal.sealFresh(plain)]) {
          expect(seal.open(sealed)).toBe(plain);
          expect(sealed).toMatch(/^[\w-]{96}$/);
        }
      }),
    );
  });

  it('is equal for equal texts, unless it is sealed fresh, and has nothing in common for similar ones', () => {
    expect(seal.seal('position 41')).toBe(seal.seal('position 41'));
    expect(seal.sealFresh('position 41')).not.toBe(seal.sealFresh('position 41'));
    expect(seal.sealFresh('position 41')).not.toBe(seal.seal('position 41'));
    const [one, other] = [seal.seal('position 41'), seal.seal('position 42')];
    const equal = Array.from(one).filter((letter, index) => letter === other[index]);
    expect(equal.length).toBeLessThan(15);
  });

  it('does not open after any change, nor in another spelling', () => {
    const sealed = seal.seal('position 41');
    for (let index = 0; index < sealed.length; index++) {
      const letter = sealed[index] === 'A' ? 'B' : 'A';
      expect(seal.open(`${sealed.slice(0, index)}${letter}${sealed.slice(index + 1)}`)).toBeUndefined();
      expect(seal.open(sealed.slice(0, index))).toBeUndefined();
    }
    for (const other of [`${sealed}=`, `${sealed}A`, ` ${sealed}`, '', 'x'.repeat(10_000)])
      expect(seal.open(other)).toBeUndefined();
  });

  it('opens in each process with the key, also while keys are rotated, and with no other key', () => {
    const older = createCursorSeal(createSecretBox([olderKey]));
    const rotating = createCursorSeal(createSecretBox([key, olderKey]));
    expect(createCursorSeal(createSecretBox([key])).open(seal.seal('a'))).toBe('a');
    expect(rotating.open(older.seal('a'))).toBe('a');
    expect(seal.open(rotating.seal('a'))).toBe('a');
    expect(seal.open(older.seal('a'))).toBeUndefined();
  });

  it('refuses a text that is too long', () => {
    expect(() => seal.seal('x'.repeat(49))).toThrow(RangeError);
    expect(() => seal.seal('ä'.repeat(25))).toThrow(RangeError);
  });
});
