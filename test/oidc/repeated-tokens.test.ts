import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerifiedToken } from '../../src/oidc/tokens/access-token-claims.ts';
import { type AccessTokens, createAccessTokens } from '../../src/oidc/tokens/access-tokens.ts';
import { createRepeatedTokens } from '../../src/oidc/tokens/repeated-tokens.ts';
import { type KeyRing, openKeyRing } from '../../src/oidc/key-ring.ts';
import { rotateSigningKeys } from '../../src/operations/signing-keys/rotate-signing-keys.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { newSigningKeys } from '../../src/store/signing-keys.ts';
import { quickKeyPair as newKeyPair } from '../support/key-pairs.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const day = 86_400;
const issuer = 'https://id.example/oidc';
const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const kernel = perFile(startKernel);
let ring: KeyRing;
let tokens: AccessTokens;

beforeEach(async () => {
  await kernel.database.prisma.signingKey.deleteMany();
  const data = await newSigningKeys({ secretBox, ids, newKeyPair, now: kernel.now(), signsFrom: kernel.now() });
  await kernel.database.prisma.signingKey.createMany({ data });
  const nudges = { publish: () => {}, subscribe: () => () => {}, close: () => Promise.resolve() };
  ring = await openKeyRing({
    database: kernel.database,
    secretBox,
    clock: kernel,
    nudges,
    logger: createLogger('error'),
  });
  tokens = createAccessTokens({ issuer, keys: ring, clock: kernel });
});
afterEach(() => ring.close());

const seconds = () => kernel.now().getTime() / 1000;
const sign = (changed: { expiresIn?: number; scope?: string; nbf?: number } = {}): Promise<string> => {
  const { expiresIn = 3600, ...claims } = { scope: '', ...changed };
  const own = { iss: issuer, sub: 'user_x', aud: 'https://api.example', client_id: 'app_x', jti: ids.uuid() };
  return tokens.sign({ ...own, iat: seconds(), exp: seconds() + expiresIn, ...claims }, 'ES256');
};

/** Verifies a token until its verification is cached: it is kept the second time, and found the third time. */
async function cached(token: string): Promise<VerifiedToken> {
  await tokens.verify(token);
  const kept = await tokens.verify(token);
  const found = await tokens.verify(token);
  expect(found).toBe(kept);
  if (typeof found === 'string') throw new Error(`The token is refused: ${found}`);
  return found;
}

describe('a token whose verification is cached', () => {
  it('is found from the third time on, and cannot be altered by its readers', async () => {
    const found = await cached(await sign());
    expect(found).toMatchObject({ subject: 'user_x', expiresAt: seconds() + 3600 });
    for (const part of [found, found.authentication, found.applicationIds]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('vouches for no other token: neither with its signature nor with its payload', async () => {
    const [token, other] = [await sign(), await sign({ expiresIn: 60 })];
    await Promise.all([cached(token), cached(other)]);
    const [header, payload, signature = ''] = token.split('.');
    const [, otherPayload, otherSignature] = other.split('.');
    const altered = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const _time of ['first', 'second', 'third']) {
      expect(await tokens.verify(`${header}.${payload}.${otherSignature}`)).toBe('BAD_SIGNATURE');
      expect(await tokens.verify(`${header}.${otherPayload}.${signature}`)).toBe('BAD_SIGNATURE');
      expect(await tokens.verify(`${header}.${payload}.${altered}`)).toBe('BAD_SIGNATURE');
    }
    expect(await tokens.verify(`${token}=`)).toBe('MALFORMED');
    expect(await tokens.verify(`${token}\u0100`)).toBe('MALFORMED');
  });

  it('is refused from the second of its expiry on', async () => {
    const token = await sign({ expiresIn: 60 });
    await cached(token);
    kernel.advance(59);
    expect(await tokens.verify(token)).toMatchObject({ subject: 'user_x' });
    kernel.advance(1);
    expect(await tokens.verify(token)).toBe('EXPIRED');
  });

  it('is refused as soon as its key is retired', async () => {
    const token = await sign({ expiresIn: 3 * day });
    await cached(token);
    await kernel.run(rotateSigningKeys, { delaySeconds: 0 });
    await ring.reload();
    await cached(token);
    kernel.advance(day + 301);
    expect(await tokens.verify(token)).toBe('UNKNOWN_KEY');
  });

  it('is not cached again by a verification that began before its key was retired', async () => {
    const token = await sign({ expiresIn: 3 * day });
    await kernel.run(rotateSigningKeys, { delaySeconds: 0 });
    await ring.reload();
    const underWay = [tokens.verify(token), tokens.verify(token)];
    kernel.advance(day + 301);
    await Promise.all(underWay);
    expect(await tokens.verify(token)).toBe('UNKNOWN_KEY');
  });

  it('is refused by another issuer with the same keys', async () => {
    const token = await sign();
    await cached(token);
    const moved = createAccessTokens({ issuer: 'https://login.example/oidc', keys: ring, clock: kernel });
    for (const _time of ['first', 'second', 'third']) expect(await moved.verify(token)).toBe('OTHER_ISSUER');
  });
});

it('a token that is not valid yet is accepted when it is, although its signature is cached', async () => {
  const token = await sign({ nbf: seconds() + 10 });
  for (const _time of ['first', 'second', 'third']) expect(await tokens.verify(token)).toBe('NOT_YET_VALID');
  kernel.advance(10);
  expect(await tokens.verify(token)).toMatchObject({ subject: 'user_x' });
});

it('at most 4000 tokens are kept: those that were presented last', () => {
  const repeated = createRepeatedTokens();
  const token = (number: number) =>
    ({ subject: `user_${number}`, authentication: {}, applicationIds: [] }) as object as VerifiedToken;
  for (let number = 0; number < 4000; number++) {
    for (const _time of ['first', 'second']) repeated.add(`${number}`, token(number));
  }
  expect(repeated.find('0')).toMatchObject({ subject: 'user_0' });
  repeated.add('new', token(4000));
  expect([repeated.find('0'), repeated.find('1'), repeated.find('new')]).toEqual([
    expect.objectContaining({ subject: 'user_0' }),
    undefined,
    undefined,
  ]);
});
