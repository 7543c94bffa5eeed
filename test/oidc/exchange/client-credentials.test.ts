import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { sendTokenRequest, type TokenAnswer } from '../../support/exchanges/token-requests.ts';
import type { Case } from './requests/case.ts';
import { badClientCredentials, goodClientCredentials } from './requests/client-credentials-requests.ts';
import { startFixture } from './fixture.ts';

const fixture = await startFixture();
afterAll(() => fixture[Symbol.asyncDispose]());

async function answerTo({ request }: Case): Promise<TokenAnswer> {
  return sendTokenRequest(fixture.endpoint.on, typeof request === 'function' ? await request() : request);
}

const good = goodClientCredentials(fixture);

describe('an application', () => {
  test.each(good)('obtains a token of its own for $title', async (row) => {
    const { status, json, headers } = await answerTo(row);
    expect([status, json['scope'], json['token_type']]).toEqual([200, row.scope, 'Bearer']);
    expect(json['issued_token_type']).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });
});

describe('a token of an application', () => {
  test.each(badClientCredentials(fixture))('is refused for $title: $error', async (row) => {
    const { status, json } = await answerTo(row);
    expect([status, json]).toEqual([row.status, { error: row.error, error_description: row.description }]);
  });
});

test('its subject is the application', async () => {
  const [first] = good;
  if (!first) throw new Error('no row');
  const { json } = await answerTo(first);
  const keys = createLocalJWKSet(fixture.endpoint.app.services.tokens.keyRing.publicJwks());
  const { payload, protectedHeader } = await jwtVerify(json.access_token ?? '', keys, { typ: 'at+jwt' });
  const { jti, ...claims } = payload;
  expect(protectedHeader.alg).toBe('ES256');
  expect(jti).toMatch(/^[\da-f-]{36}$/);
  expect(claims).toEqual({
    iss: fixture.endpoint.issuer,
    sub: fixture.records.backend.id,
    aud: 'https://orders.example/api',
    client_id: fixture.records.backend.id,
    scope: 'orders:read',
    iat: fixture.endpoint.now(),
    exp: fixture.endpoint.now() + 3600,
  });
});

test('a request that names no resource gets an opaque token that introspection accepts', async () => {
  const opaque = good.find(({ title }) => title.startsWith('no resource'));
  if (!opaque) throw new Error('no row');
  const { json } = await answerTo(opaque);
  expect(json.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const { headers } = opaque.request as { headers: Record<string, string> };
  const url = fixture.endpoint.on.replace(/token$/, 'token/introspection');
  const body = `token=${json.access_token}`;
  const answer = await sendTokenRequest(url, { headers, body });
  expect(answer.json).toMatchObject({ active: true, client_id: fixture.records.backend.id });
});

test('a removed role ends its scopes at once', async () => {
  const { prisma } = fixture.endpoint.app.services.database;
  await prisma.applicationRole.deleteMany({ where: { applicationId: fixture.records.backend.id } });
  const [first] = good;
  const { status, json } = await answerTo(first as Case);
  expect([status, json['scope']]).toEqual([200, '']);
});
