import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateSigningKeys } from '../../src/operations/signing-keys/rotate-signing-keys.ts';
import { type AccessTokens, createAccessTokens } from '../../src/oidc/access-token.ts';
import { type KeyRing, openKeyRing } from '../../src/oidc/keys.ts';
import { systemIds as ids } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Nudge } from '../../src/platform/nudges.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { newSigningKey } from '../../src/store/signing-keys.ts';
import { startKernel, type TestKernel } from '../support/kernel.ts';

const day = 86_400;
const issuer = 'https://id.example/oidc';
const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
let kernel: TestKernel;
let first: string;
let nudge: (nudge: Nudge) => void;
let rings: KeyRing[];

beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());
beforeEach(async () => {
  await kernel.database.prisma.signingKey.deleteMany();
  rings = [];
  const row = newSigningKey({ secretBox, ids, now: kernel.now(), signsFrom: kernel.now() });
  first = row.id;
  await kernel.database.prisma.signingKey.create({ data: row });
});
afterEach(() => {
  for (const ring of rings) ring.close();
});

/** What one process has: its own ring on the common database. */
async function openRing(faults: string[] = []): Promise<KeyRing> {
  const logger = createLogger('error', { write: (line) => void faults.push(line) });
  const nudges = {
    publish: () => {},
    subscribe: (listener: (nudge: Nudge) => void) => {
      nudge = listener;
      return () => {};
    },
    close: () => Promise.resolve(),
  };
  const ring = await openKeyRing({ database: kernel.database, secretBox, clock: kernel, nudges, logger });
  rings.push(ring);
  return ring;
}

const tokensOf = (keys: KeyRing): AccessTokens => createAccessTokens({ issuer, keys, clock: kernel });
const seconds = () => kernel.now().getTime() / 1000;
const claims = (expiresIn = 3600) => ({
  iss: issuer,
  sub: 'user_x',
  aud: 'https://api.example',
  client_id: 'app_x',
  scope: '',
  iat: seconds(),
  exp: seconds() + expiresIn,
  jti: ids.uuid(),
});
const rotate = async (delaySeconds?: number): Promise<string> => {
  const input = delaySeconds === undefined ? {} : { delaySeconds };
  return (await kernel.run(rotateSigningKeys, input)).output.signingKey;
};
const publishedBy = (ring: KeyRing) => ring.publicJwks().keys.map(({ kid }) => kid);

describe('rotateSigningKeys', () => {
  test('publishes a new ES256 key at once and tells when it signs: in 300 seconds unless told otherwise', async () => {
    const { output, events } = await kernel.run(rotateSigningKeys, {});
    const signsFrom = new Date(kernel.now().getTime() + 300_000).toISOString();
    expect(events).toMatchObject([
      {
        type: 'SigningKey.Rotated',
        subjectId: output.signingKey,
        data: { signingKey: { id: output.signingKey, algorithm: 'ES256', signsFrom, publishedUntil: null } },
      },
    ]);
    expect(publishedBy(await openRing())).toEqual([first, output.signingKey]);
  });

  test('keeps the old key published until its last token has expired, then removes it with the next rotation', async () => {
    await rotate(300);
    const row = await kernel.database.prisma.signingKey.findUniqueOrThrow({ where: { id: first } });
    expect(row.publishedUntil).toEqual(new Date(kernel.now().getTime() + (300 + day + 300) * 1000));
    kernel.advance(300 + day + 300);
    await rotate(0);
    expect(await kernel.database.prisma.signingKey.count({ where: { id: first } })).toBe(0);
  });

  test('twice at the same instant gives two keys, the later one of which signs', async () => {
    const made = await Promise.all([rotate(0), rotate(0), rotate(0)]);
    const ring = await openRing();
    const rows = await kernel.database.prisma.signingKey.findMany({ orderBy: { createdAt: 'desc' } });
    expect(new Set(publishedBy(ring))).toEqual(new Set([first, ...made]));
    expect(ring.current().id).toBe(rows[0]?.id);
    expect(rows.filter(({ publishedUntil }) => publishedUntil === null)).toEqual([rows[0]]);
  });

  test.each([-1, 86_401, 0.5])('refuses a delay of %d seconds', async (delaySeconds) => {
    await expect(kernel.run(rotateSigningKeys, { delaySeconds })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('keeps no private key in the clear', async () => {
    await rotate();
    const { rows } = await kernel.database.pool.query('SELECT to_jsonb(k) AS row FROM signing_keys k');
    for (const { row } of rows) {
      expect(Object.keys(row.public_jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      expect(JSON.stringify(row)).not.toContain('"d"');
    }
  });
});

describe('a key ring', () => {
  test('signs with the old key until the new one takes over, and accepts tokens of both all the time', async () => {
    const ring = await openRing();
    const tokens = tokensOf(ring);
    const before = await tokens.sign(claims(day));
    const next = await rotate(300);
    await ring.reload();
    expect(ring.current().id).toBe(first);
    kernel.advance(299);
    expect(ring.current().id).toBe(first);
    kernel.advance(1);
    expect(ring.current().id).toBe(next);
    const after = await tokens.sign(claims(day));
    expect(await tokens.verify(before)).toMatchObject({ subject: 'user_x' });
    expect(await tokens.verify(after)).toMatchObject({ subject: 'user_x' });
    const { protectedHeader } = await jwtVerify(after, createLocalJWKSet(ring.publicJwks()), {
      currentDate: kernel.now(),
    });
    expect(protectedHeader.kid).toBe(next);
  });

  test('gives its private keys with the signing one first, and says when anything changed', async () => {
    const ring = await openRing();
    const generations = [ring.generation()];
    const next = await rotate(300);
    await ring.reload();
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([first, next]);
    kernel.advance(300);
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([next, first]);
    kernel.advance(day + 300);
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([next]);
    expect(new Set(generations).size).toBe(4);
  });

  test('looks for a key that it does not know when a token names one', async () => {
    const here = tokensOf(await openRing());
    const there = tokensOf(await openRing());
    await rotate(0);
    const other = tokensOf(await openRing());
    const token = await other.sign(claims());
    expect(await here.verify(token)).toMatchObject({ subject: 'user_x' });
    expect(await there.verify(token)).toMatchObject({ subject: 'user_x' });
  });

  test('is not kept busy by tokens with invented key ids', async () => {
    const ring = await openRing();
    let loads = 0;
    const { findMany } = kernel.database.prisma.signingKey;
    const counted: typeof findMany = (...given) => {
      loads += 1;
      return findMany(...given);
    };
    Object.assign(kernel.database.prisma.signingKey, { findMany: counted });
    for (let turn = 0; turn < 100; turn++) expect(await ring.seek(ids.next('signingKey'))).toBeUndefined();
    expect(await ring.seek('no key id')).toBeUndefined();
    Object.assign(kernel.database.prisma.signingKey, { findMany });
    expect(loads).toBe(10);
  });

  test('reloads on a nudge about signing keys, and on no other', async () => {
    const ring = await openRing();
    const next = await rotate(0);
    nudge({ types: ['User.Created'] });
    await ring.seek('');
    expect(ring.current().id).toBe(first);
    nudge({ types: ['SigningKey.Rotated'] });
    await expect.poll(() => ring.current().id).toBe(next);
  });

  test('forgets remembered signatures when a key goes', async () => {
    const ring = await openRing();
    const tokens = tokensOf(ring);
    const token = await tokens.sign(claims(3 * day));
    expect(await tokens.verify(token)).toMatchObject({ subject: 'user_x' });
    await rotate(0);
    await ring.reload();
    expect(await tokens.verify(token)).toMatchObject({ subject: 'user_x' });
    kernel.advance(day + 301);
    expect(await tokens.verify(token)).toBe('unknownKey');
  });

  test('keeps its keys when the database cannot be read, and logs it', async () => {
    const faults: string[] = [];
    const ring = await openRing(faults);
    await kernel.database.pool.query('ALTER TABLE signing_keys RENAME TO hidden');
    await ring.reload();
    expect(ring.current().id).toBe(first);
    expect(faults).toHaveLength(1);
    await kernel.database.pool.query('ALTER TABLE hidden RENAME TO signing_keys');
  });

  test('does not open with another SECRETS_KEY, and says so', async () => {
    const nudges = { publish: () => {}, subscribe: () => () => {}, close: () => Promise.resolve() };
    const services = { database: kernel.database, clock: kernel, nudges, logger: createLogger('error') };
    const opening = openKeyRing({ ...services, secretBox: createSecretBox([Buffer.alloc(32, 8)]) });
    await expect(opening).rejects.toThrow('SECRETS_KEY does not open the signing keys in this database.');
  });

  test('does not open without a key', async () => {
    await kernel.database.prisma.signingKey.deleteMany();
    await expect(openRing()).rejects.toThrow('There is no signing key in this database.');
  });
});
