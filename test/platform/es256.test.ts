import { generateKeyPairSync } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { createEs256, es256Key } from '../../src/platform/es256.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const header = Buffer.from(JSON.stringify({ alg: 'ES256' })).toString('base64url');
const input = `${header}.${Buffer.from('payload').toString('base64url')}`;

describe.each([1, 2])('ES256 on %d core(s)', (cores) => {
  const es256 = createEs256(cores);

  test('signs what others verify', async () => {
    const signature = await es256.sign(input, es256Key(privateKey));
    expect(signature).toHaveLength(64);
    const { payload } = await compactVerify(`${input}.${signature.toString('base64url')}`, publicKey);
    expect(Buffer.from(payload).toString()).toBe('payload');
  });

  test('verifies what others sign, and nothing else', async () => {
    const jws = await new CompactSign(Buffer.from('payload')).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    const signature = Buffer.from(jws.split('.')[2] ?? '', 'base64url');
    expect(await es256.verify(input, signature, es256Key(publicKey))).toBe(true);
    expect(await es256.verify(`${input}x`, signature, es256Key(publicKey))).toBe(false);
    expect(await es256.verify(input, signature.subarray(1), es256Key(publicKey))).toBe(false);
    expect(await es256.verify(input, Buffer.alloc(64), es256Key(publicKey))).toBe(false);
  });

  test('rejects instead of throwing when the key is of another kind', async () => {
    await expect(es256.sign(input, es256Key(publicKey))).rejects.toThrow(/key/i);
  });
});
