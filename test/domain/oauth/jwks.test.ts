import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { publicKeySet } from '../../../src/domain/oauth/jwks.ts';
import { refusalOf } from '../../support/kernel.ts';

const pair = (type: 'ec' | 'ed25519' | 'rsa', options: object = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync(type as 'ec', options as { namedCurve: string });
  return { public: publicKey.export({ format: 'jwk' }), private: privateKey.export({ format: 'jwk' }) };
};
const ec = pair('ec', { namedCurve: 'P-256' });
const rsa = pair('rsa', { modulusLength: 2048 });
const set = (...keys: unknown[]) => publicKeySet({ keys });

describe('the keys of an application', () => {
  test.each([
    ['P-256', ec.public],
    ['P-384', pair('ec', { namedCurve: 'P-384' }).public],
    ['P-521', pair('ec', { namedCurve: 'P-521' }).public],
    ['Ed25519', pair('ed25519').public],
    ['RSA with 2048 bits', rsa.public],
    ['RSA for PS256', { ...rsa.public, alg: 'PS256', use: 'sig', kid: 'a' }],
  ])('can be %s', async (_kind, key) => expect(await set(key)).toEqual({ keys: [key] }));

  test('are stored without members that are not needed to verify signatures', async () => {
    expect(await set({ ...ec.public, x5t: 'abc', note: 'mine' })).toEqual({ keys: [ec.public] });
  });

  test.each([
    ['an EC private key', ec.private],
    ['an RSA private key', rsa.private],
    ['an Ed25519 private key', pair('ed25519').private],
    ['a secret', { kty: 'oct', k: 'c2VjcmV0' }],
    ['a private member that is null', { ...ec.public, d: null }],
    ['a kind that is not known', { kty: 'XYZ' }],
    ['a curve that is not accepted', pair('ec', { namedCurve: 'secp256k1' }).public],
    ['an algorithm of another kind of key', { ...ec.public, alg: 'RS256' }],
    ['a symmetric algorithm', { ...rsa.public, alg: 'HS256' }],
    ['no algorithm at all', { ...rsa.public, alg: 'none' }],
    ['a key for encryption', { ...ec.public, use: 'enc' }],
    ['a point that is not on the curve', { ...ec.public, y: ec.public.x }],
    ['a short RSA key', pair('rsa', { modulusLength: 1024 }).public],
    ['a key id that is no text', { ...ec.public, kid: 1 }],
    ['no key', {}],
    ['a text', 'key'],
    ['a list', []],
    ['nothing', null],
  ])('cannot be %s', async (_kind, key) => {
    expect(await refusalOf(set(rsa.public, key))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['jwks.keys.1'] });
  });

  test.each([[{}], [{ keys: [] }], [{ keys: 'x' }], [{ keys: null }], [{ keys: Array(11).fill(ec.public) }]])(
    'are a list of 1 to 10: %j is refused',
    async (jwks) => {
      expect(await refusalOf(publicKeySet(jwks))).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['jwks.keys'] });
    },
  );

  test('have different key ids', async () => {
    const other = pair('ec', { namedCurve: 'P-256' }).public;
    const twice = set({ ...ec.public, kid: 'a' }, { ...other, kid: 'a' });
    expect(await refusalOf(twice)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['jwks.keys.1.kid'] });
    expect((await set({ ...ec.public, kid: 'a' }, { ...other, kid: 'b' })).keys).toHaveLength(2);
  });
});
