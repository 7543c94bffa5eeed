import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../../../src/platform/ids/ids.ts';
import { newSigningKeys, replaceSigningKeys } from '../../../../src/store/signing-keys.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../support/servers/database-proxy.ts';
import { addApplication } from '../../../support/issuer.ts';
import { quickKeyPair as newKeyPair } from '../../../support/key-pairs.ts';
import {
  claimsOf,
  mint,
  opaqueToken,
  signInRecords,
  startTokenEndpoint,
  type TokenEndpoint,
} from '../../../support/exchanges/token-endpoint.ts';
import {
  accessTokenType,
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
} from '../../../support/exchanges/token-requests.ts';

/** Exchanges while database connections are in use, silent, or served by a suspended backend. */
let proxy: DatabaseProxy;
let endpoint: TokenEndpoint;
let token: string;
let opaque: string;

beforeAll(async () => {
  endpoint = await startTokenEndpoint(async (url) => {
    proxy = await startDatabaseProxy(url);
    return proxy.url;
  });
  const { records } = endpoint;
  const ada = await signInRecords(endpoint, records.ada.id, records.shop.id);
  token = await mint(endpoint, claimsOf(endpoint, ada));
  opaque = await opaqueToken(endpoint, 'AccessToken', ada);
});
afterAll(async () => {
  // Otherwise the platform would wait for silent connections.
  await proxy[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

interface Measured {
  status: number;
  milliseconds: number;
}

async function measured(send: () => Promise<{ status: number }>): Promise<Measured> {
  const start = performance.now();
  const { status } = await send();
  return { status, milliseconds: performance.now() - start };
}

/** Takes all connections of the main pool. Returns a function that releases them. */
async function takePool(): Promise<() => void> {
  const { pool } = endpoint.app.services.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return () => {
    for (const client of taken) client.release();
  };
}

/** A token signed with a key that another process has just created and this process does not know. */
async function tokenOfNewKey(): Promise<string> {
  const { database, secretBox, clock } = endpoint.app.services;
  const now = clock.now();
  const made = await newSigningKeys({ secretBox, ids, newKeyPair, now, signsFrom: now }, ['ES256']);
  await database.prisma.$transaction((tx) => replaceSigningKeys(tx, made, now));
  const [sealed] = made;
  if (!sealed) throw new Error('no key was made');
  const key = JSON.parse(secretBox.open(sealed.encryptedKey).toString()) as JWK;
  return mint(endpoint, decodeJwt(token), { kid: sealed.id }, await importJWK(key, 'ES256'));
}

/** The authentication of a client with a key instead of a secret (RFC 7523). */
async function clientWithKey(): Promise<Record<string, string>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwks = { keys: [await exportJWK(publicKey)] } as never;
  const { prisma } = endpoint.app.services.database;
  const { id } = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true, jwks });
  const assertion = new SignJWT({ jti: ids.uuid() }).setProtectedHeader({ alg: 'ES256' }).setIssuer(id).setSubject(id);
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await assertion.setAudience(endpoint.issuer).setExpirationTime('1m').sign(privateKey),
  };
}

interface ExchangeOptions {
  client?: { id: string; clientSecret: string };
  /** Authenticates with an assertion instead of a secret. */
  assertion?: Record<string, string>;
  subject?: string;
  url?: string;
}

function exchange({
  client = endpoint.records.backend,
  subject = token,
  url = endpoint.on,
  assertion,
}: ExchangeOptions = {}) {
  const body = form({
    grant_type: exchangeGrant,
    subject_token: subject,
    subject_token_type: accessTokenType,
    resource: 'https://orders.example/api',
    scope: 'orders:read',
    ...assertion,
  });
  const headers = { ...formHeaders, ...(!assertion && { authorization: basic(client) }) };
  return measured(() => sendTokenRequest(url, { headers, body }));
}
const exchanges = (count: number) => Promise.all(Array.from({ length: count }, () => exchange()));
const readiness = () => measured(() => fetch(new URL('/readyz', endpoint.on)));

const statuses = (all: readonly Measured[]) => [...new Set(all.map(({ status }) => status))];
/** Milliseconds: without a second attempt, an exchange would wait for 20 s until a silent connection is closed. */
const halfSilence = 10_000;
const slowest = (all: readonly Measured[]) => Math.max(...all.map(({ milliseconds }) => milliseconds));

describe('exchanges during an outage', () => {
  test('no request waits for the main pool: unknown clients, opaque tokens and without the fast path', async () => {
    const { prisma } = endpoint.app.services.database;
    const add = () => addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
    const [one, other] = [await add(), await add()];
    const giveBack = await takePool();
    try {
      const all = await Promise.all([
        exchange(),
        exchange({ client: one }),
        exchange({ client: other, subject: opaque }),
        exchange({ client: other, subject: opaque, url: endpoint.off }),
        readiness(),
      ]);
      expect(statuses(all)).toEqual([200]);
    } finally {
      giveBack();
    }
  });

  test('no request waits for the pools with a new key, or for a client that authenticates with a key', async () => {
    const [subject, assertion] = [await tokenOfNewKey(), await clientWithKey()];
    const giveBack = await takePool();
    try {
      const all = await Promise.all([exchange({ subject }), exchange({ assertion }), exchange({ subject, assertion })]);
      expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 401]);
      expect(slowest(all)).toBeLessThan(halfSilence);
    } finally {
      giveBack();
    }
  });

  test('a suspended backend does not hold up the statement that it runs', async () => {
    await exchange();
    const { rows } = await endpoint.app.services.database.tokenPool.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid',
    );
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      const first = [...(await exchanges(10)), await readiness()];
      expect(statuses(first)).toEqual([200]);
      expect(slowest(first)).toBeLessThan(halfSilence);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('the first exchanges after all open connections went silent have one delay, the next ones none', async () => {
    await exchanges(10);
    proxy.silence();
    const first = await exchanges(20);
    expect(statuses(first)).toEqual([200]);
    expect(slowest(first)).toBeLessThan(halfSilence);
    const next = [...(await exchanges(20)), await readiness()];
    expect(statuses(next)).toEqual([200]);
    expect(slowest(next)).toBeLessThan(slowest(first));
  });
});

test('while the database does not respond, requests fail and /readyz reports it, and both recover with the database', async () => {
  const { accessPolicy } = endpoint.app.services.tokens;
  const ask = () => accessPolicy.scopesOfUser(endpoint.records.ada.id, 'https://orders.example/api');
  proxy.silence();
  proxy.silenceNew(true);
  // Many more than run at a time.
  const requests = Promise.allSettled(Array.from({ length: 1000 }, ask));
  expect((await readiness()).status).toBe(503);
  for (const one of await requests) expect(one).toMatchObject({ reason: { message: 'the database does not respond' } });
  proxy.silenceNew(false);
  await expect.poll(async () => (await readiness()).status).toBe(200);
  expect(statuses(await exchanges(20))).toEqual([200]);
});
