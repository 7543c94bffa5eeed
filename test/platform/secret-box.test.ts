import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSecretBox,
  keyIdIn,
  SecretBoxError,
  tryOpen,
  tryOpenJson,
} from '../../src/platform/crypto/secret-box.ts';

const key = randomBytes(32);
const olderKey = randomBytes(32);
const box = createSecretBox([key]);

describe('a secret box', () => {
  it('decrypts what it encrypted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (plain) => {
        expect(box.open(box.seal(plain))).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('never produces the same box twice, and reveals nothing of the content or the key', () => {
    const plain = Buffer.from('the private part of a signing key');
    const [one, two] = [box.seal(plain), box.seal(plain)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes(plain)).toBe(false);
    expect(one.includes(key.subarray(0, 8))).toBe(false);
  });

  it('detects every altered, missing or added byte', () => {
    const sealed = box.seal(Buffer.from('content'));
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8((altered.readUInt8(index) + 1) % 256, index);
      expect(() => box.open(altered), `byte ${index}`).toThrow(SecretBoxError);
      expect(() => box.open(sealed.subarray(0, index)), `first ${index} bytes`).toThrow(SecretBoxError);
    }
    expect(() => box.open(Buffer.concat([sealed, Buffer.of(0)]))).toThrow(SecretBoxError);
  });

  it('opens with an older key during a rotation, and seals with the first one', () => {
    const rotating = createSecretBox([key, olderKey]);
    const older = createSecretBox([olderKey]).seal(Buffer.from('from before'));
    expect(rotating.open(older).toString()).toBe('from before');
    expect(box.open(rotating.seal(Buffer.from('from now'))).toString()).toBe('from now');
  });

  it('reports an unknown key without the content', () => {
    const foreign = createSecretBox([olderKey]).seal(Buffer.from('foreign'));
    expect(() => box.open(foreign)).toThrow('sealed with a key that is not configured');
  });

  it('contains the id of its key, which a statement can read, and which reveals nothing about the key', () => {
    const { keyIds } = createSecretBox([key, olderKey]);
    expect(keyIds.map((id) => id.length)).toEqual([16, 16]);
    expect(box.seal(Buffer.from('content')).subarray(1, 9).toString('hex')).toBe(keyIds[0]);
    expect(keyIdIn('secret')).toBe("encode(substring(secret FROM 2 FOR 8), 'hex')");
    expect(key.toString('hex')).not.toContain(keyIds[0]);
  });

  it('is opened without an error where a lost key is expected', () => {
    const foreign = createSecretBox([olderKey]).seal(Buffer.from('{"a":1}'));
    expect([tryOpen(box, foreign), tryOpenJson(box, foreign)]).toEqual([undefined, undefined]);
    expect(tryOpenJson(createSecretBox([olderKey]), foreign)).toEqual({ a: 1 });
    expect(tryOpenJson(box, null)).toEqual({});
  });

  it('refuses keys of another length, and an empty list', () => {
    expect(() => createSecretBox([randomBytes(31)])).toThrow(SecretBoxError);
    expect(() => createSecretBox([])).toThrow(SecretBoxError);
  });
});

describe('derived keys', () => {
  it('are the same in every process with the key, and differ by purpose and key', () => {
    const derived = [box, createSecretBox([key]), createSecretBox([olderKey])].map((some) => some.derive('cookies'));
    expect(derived[0]).toEqual(derived[1]);
    expect(derived[0]).not.toEqual(derived[2]);
    expect(derived[0]).not.toEqual(box.derive('interactions'));
    expect(derived[0]).toHaveLength(32);
  });

  it('include one per key for a rotation, the first key first', () => {
    const rotating = createSecretBox([key, olderKey]);
    expect(rotating.deriveAll('cookies')).toEqual([
      box.derive('cookies'),
      createSecretBox([olderKey]).derive('cookies'),
    ]);
  });
});
