import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rotateSigningKeys } from '../../src/operations/signing-keys/rotate-signing-keys.ts';
import { type AccessTokens, createAccessTokens } from '../../src/oidc/tokens/access-tokens.ts';
import { type KeyRing, openKeyRing } from '../../src/oidc/key-ring.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { Nudge } from '../../src/platform/nudges.ts';
import { createSecretBox } from '../../src/platform/crypto/secret-box.ts';
import { newSigningKeys } from '../../src/store/signing-keys.ts';
import { quickKeyPair as newKeyPair } from '../support/key-pairs.ts';
import { startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const day = 86_400;
const issuer = 'https://id.example/oidc';
const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
const kernel = perFile(startKernel);
/** Ids of the first keys, for ES256 and for RS256. */
let first: string;
let firstRs: string;
let nudge: (nudge: Nudge) => void;
let rings: KeyRing[];

beforeEach(async () => {
  await kernel.database.prisma.signingKey.deleteMany();
  rings = [];
  const data = await newSigningKeys({ secretBox, ids, newKeyPair, now: kernel.now(), signsFrom: kernel.now() });
  [firstRs = '', first = ''] = data.map(({ id }) => id);
  await kernel.database.prisma.signingKey.createMany({ data });
});
afterEach(() => {
  for (const ring of rings) ring.close();
});

/** One process with its own key ring on the shared database. */
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
/** Returns the ids of the new keys, for RS256 and for ES256. */
const rotateAll = async (delaySeconds?: number): Promise<string[]> => {
  const input = delaySeconds === undefined ? {} : { delaySeconds };
  return (await kernel.run(rotateSigningKeys, input)).output.signingKeyIds;
};
const rotate = async (delaySeconds?: number): Promise<string> => (await rotateAll(delaySeconds))[1] ?? '';
const publishedBy = (ring: KeyRing) => ring.publicJwks().keys.map(({ kid }) => kid);

describe('rotateSigningKeys', () => {
  test('publishes a key of each algorithm at once, which sign after 300 seconds by default, and returns when', async () => {
    const { output, events } = await kernel.run(rotateSigningKeys, {});
    const [rs256 = '', es256 = ''] = output.signingKeyIds;
    expect(output.signingKey).toBe(es256);
    const signsFrom = new Date(kernel.now().getTime() + 300_000).toISOString();
    const rotated = (id: string, algorithm: string) => ({
      type: 'SigningKey.Rotated',
      subjectId: id,
      data: { signingKey: { id, algorithm, signsFrom, publishedUntil: null } },
    });
    expect(events).toMatchObject([rotated(rs256, 'RS256'), rotated(es256, 'ES256')]);
    expect(publishedBy(await openRing())).toEqual([firstRs, first, es256, rs256]);
  });

  test('keeps the old key published until its last token has expired, and removes it with the next rotation', async () => {
    await rotate(300);
    const old = { where: { id: { in: [first, firstRs] } } };
    const until = new Date(kernel.now().getTime() + (300 + day + 300) * 1000);
    const rows = await kernel.database.prisma.signingKey.findMany(old);
    expect(rows.map(({ publishedUntil }) => publishedUntil)).toEqual([until, until]);
    kernel.advance(300 + day + 300);
    await rotate(0);
    expect(await kernel.database.prisma.signingKey.count(old)).toBe(0);
  });

  test('creates a key per call at the same instant, of which the last ones sign', async () => {
    const made = await Promise.all([rotateAll(0), rotateAll(0), rotateAll(0)]);
    const ring = await openRing();
    const orderBy = [{ createdAt: 'desc' as const }, { id: 'asc' as const }];
    const rows = await kernel.database.prisma.signingKey.findMany({ orderBy });
    expect(new Set(publishedBy(ring))).toEqual(new Set([first, firstRs, ...made.flat()]));
    const last = rows.slice(0, 2).map(({ id }) => id);
    expect(made).toContainEqual(last);
    expect(last).toEqual([ring.current('RS256').id, ring.current('ES256').id]);
    expect(rows.filter(({ publishedUntil }) => publishedUntil === null)).toEqual(rows.slice(0, 2));
  });

  test.each([-1, 86_401, 0.5])('refuses a delay of %d seconds', async (delaySeconds) => {
    await expect(kernel.run(rotateSigningKeys, { delaySeconds })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('stores private keys encrypted only', async () => {
    await rotate();
    const { rows } = await kernel.database.pool.query('SELECT to_jsonb(k) AS row FROM signing_keys k');
    for (const { row } of rows) {
      const members = {
        RS256: ['alg', 'e', 'kid', 'kty', 'n', 'use'],
        ES256: ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
      };
      expect(Object.keys(row.public_jwk).sort()).toEqual(members[row.algorithm as 'RS256']);
      // PostgreSQL writes bytes in hexadecimal.
      const sealed = Buffer.from(row.encrypted_key.slice(2), 'hex').toString('latin1');
      expect(JSON.stringify(row) + sealed).not.toContain('"d"');
    }
  });
});

describe('a key ring', () => {
  test.each([
    ['RS256', 0],
    ['ES256', 1],
  ] as const)(
    'signs %s with the old key until the new one takes over, and accepts tokens of both',
    async (alg, place) => {
      const ring = await openRing();
      const tokens = tokensOf(ring);
      const before = await tokens.sign(claims(day), alg);
      const next = (await rotateAll(300))[place] ?? '';
      await ring.reload();
      expect(ring.current(alg).id).toBe([firstRs, first][place]);
      kernel.advance(299);
      expect(ring.current(alg).id).toBe([firstRs, first][place]);
      kernel.advance(1);
      expect(ring.current(alg).id).toBe(next);
      const after = await tokens.sign(claims(day), alg);
      expect(await tokens.verify(before)).toMatchObject({ subject: 'user_x' });
      expect(await tokens.verify(after)).toMatchObject({ subject: 'user_x' });
      const { protectedHeader } = await jwtVerify(after, createLocalJWKSet(ring.publicJwks()), {
        currentDate: kernel.now(),
      });
      expect(protectedHeader).toEqual({ alg, typ: 'at+jwt', kid: next });
    },
  );

  test('signs with ES256 while there is no key for RS256', async () => {
    await kernel.database.prisma.signingKey.deleteMany({ where: { algorithm: 'RS256' } });
    const tokens = tokensOf(await openRing());
    expect(await tokens.verify(await tokens.sign(claims(), 'ES256'))).toMatchObject({ subject: 'user_x' });
    await expect(tokens.sign(claims(), 'RS256')).rejects.toThrow('There is no signing key for RS256');
  });

  test('lists its private keys in signing order, and reports changes', async () => {
    const ring = await openRing();
    const generations = [ring.generation()];
    const [nextRs, next] = await rotateAll(300);
    await ring.reload();
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([firstRs, first, next, nextRs]);
    kernel.advance(300);
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([nextRs, next, first, firstRs]);
    kernel.advance(day + 300);
    generations.push(ring.generation());
    expect(ring.privateJwks().map(({ kid }) => kid)).toEqual([nextRs, next]);
    expect(new Set(generations).size).toBe(4);
  });

  test('reads the database if a token names an unknown key', async () => {
    const here = tokensOf(await openRing());
    const there = tokensOf(await openRing());
    await rotate(0);
    const other = tokensOf(await openRing());
    const token = await other.sign(claims(), 'ES256');
    expect(await here.verify(token)).toMatchObject({ subject: 'user_x' });
    expect(await there.verify(token)).toMatchObject({ subject: 'user_x' });
  });

  test('reads once for all concurrent requests with unknown key ids, and once more for those that arrive meanwhile', async () => {
    const ring = await openRing();
    const { tokenPool } = kernel.database;
    const query = tokenPool.query.bind(tokenPool);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let loads = 0;
    const counted = async (given: string) => {
      const found = await query(given);
      loads += 1;
      begun.resolve();
      await held.promise;
      return found;
    };
    Object.assign(tokenPool, { query: counted });
    const seekMany = () => Promise.all(Array.from({ length: 100 }, () => ring.seek(ids.next('signingKey'))));
    const before = seekMany();
    await begun.promise;
    // This key is newer than the read in progress.
    const made = await rotate(0);
    const after = Promise.all([seekMany(), ring.seek(made)]);
    held.resolve();
    expect(new Set(await before)).toEqual(new Set([undefined]));
    expect((await after)[1]).toEqual(ring.current('ES256').publicKey);
    expect([await ring.seek('no key id'), await ring.seek(first)]).toEqual([undefined, expect.anything()]);
    Object.assign(tokenPool, { query });
    expect(loads).toBe(2);
  });

  test('reloads on a nudge about signing keys, and on no other', async () => {
    const ring = await openRing();
    const next = await rotate(0);
    nudge({ kind: 'events', types: ['User.Created'] });
    await ring.seek('');
    expect(ring.current('ES256').id).toBe(first);
    nudge({ kind: 'events', types: ['SigningKey.Rotated'] });
    await expect.poll(() => ring.current('ES256').id).toBe(next);
  });

  test('keeps its keys if the database cannot be read, and logs the failure', async () => {
    const faults: string[] = [];
    const ring = await openRing(faults);
    await kernel.database.pool.query('ALTER TABLE signing_keys RENAME TO hidden');
    await ring.reload();
    expect(ring.current('ES256').id).toBe(first);
    expect(faults).toHaveLength(1);
    await kernel.database.pool.query('ALTER TABLE hidden RENAME TO signing_keys');
  });

  test('cannot be decrypted with another SECRETS_KEY, and the error states it', async () => {
    const nudges = { publish: () => {}, subscribe: () => () => {}, close: () => Promise.resolve() };
    const services = { database: kernel.database, clock: kernel, nudges, logger: createLogger('error') };
    const opening = openKeyRing({ ...services, secretBox: createSecretBox([Buffer.alloc(32, 8)]) });
    await expect(opening).rejects.toThrow('SECRETS_KEY cannot decrypt the signing keys in this database');
  });

  test('cannot be opened without a key', async () => {
    await kernel.database.prisma.signingKey.deleteMany();
    await expect(openRing()).rejects.toThrow('There is no signing key in this database.');
  });
});
