import { generateKeyPairSync } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSignatures, signatureBytes, signatureKey } from '../../src/platform/crypto/signatures.ts';

const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const lengths = { RS256: 256, ES256: 64 };

describe.each([
  ['RS256', 1],
  ['RS256', 2],
  ['ES256', 1],
  ['ES256', 2],
] as const)('%s on %d core(s)', (algorithm, cores) => {
  const { privateKey, publicKey } = pairs[algorithm];
  const signatures = createSignatures(cores);
  const ours = signatureKey(algorithm, publicKey);
  const header = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url');
  const input = `${header}.${Buffer.from('payload').toString('base64url')}`;

  test('signs what other libraries verify', async () => {
    const signature = await signatures.sign(input, signatureKey(algorithm, privateKey));
    expect(signature).toHaveLength(lengths[algorithm]);
    expect(signatureBytes(publicKey)).toBe(lengths[algorithm]);
    const { payload } = await compactVerify(`${input}.${signature.toString('base64url')}`, publicKey);
    expect(Buffer.from(payload).toString()).toBe('payload');
  });

  test('verifies what other libraries sign, and nothing else', async () => {
    const jws = await new CompactSign(Buffer.from('payload')).setProtectedHeader({ alg: algorithm }).sign(privateKey);
    const signature = Buffer.from(jws.split('.')[2] ?? '', 'base64url');
    expect(await signatures.verify(input, signature, ours)).toBe(true);
    expect(await signatures.verify(`${input}x`, signature, ours)).toBe(false);
    expect(await signatures.verify(input, signature.subarray(1), ours)).toBe(false);
    expect(await signatures.verify(input, Buffer.alloc(signature.length), ours)).toBe(false);
  });

  test('rejects instead of throwing if the key is of another kind', async () => {
    await expect(signatures.sign(input, ours)).rejects.toThrow(/key/i);
  });
});
