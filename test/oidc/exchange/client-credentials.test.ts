import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { sendTokenRequest, type TokenAnswer } from '../../support/token-requests.ts';
import type { Case } from './case.ts';
import { badClientCredentials, goodClientCredentials } from './client-credentials-requests.ts';
import { setStage } from './stage.ts';

const stage = await setStage();
afterAll(() => stage[Symbol.asyncDispose]());

async function answerTo({ request }: Case): Promise<TokenAnswer> {
  return sendTokenRequest(stage.endpoint.on, typeof request === 'function' ? await request() : request);
}

const good = goodClientCredentials(stage);

describe('an application obtains a token of its own for', () => {
  test.each(good)('$title', async (row) => {
    const { status, json, headers } = await answerTo(row);
    expect([status, json['scope'], json['token_type']]).toEqual([200, row.scope, 'Bearer']);
    expect(json['issued_token_type']).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });
});

describe('an application is refused a token of its own for', () => {
  test.each(badClientCredentials(stage))('$title: $error', async (row) => {
    const { status, json } = await answerTo(row);
    expect([status, json]).toEqual([row.status, { error: row.error, error_description: row.description }]);
  });
});

test('its subject is the application', async () => {
  const [first] = good;
  if (!first) throw new Error('no row');
  const { json } = await answerTo(first);
  const keys = createLocalJWKSet(stage.endpoint.app.services.tokens.keyRing.publicJwks());
  const { payload, protectedHeader } = await jwtVerify(json.access_token ?? '', keys, { typ: 'at+jwt' });
  const { jti, ...claims } = payload;
  expect(protectedHeader.alg).toBe('ES256');
  expect(jti).toMatch(/^[\da-f-]{36}$/);
  expect(claims).toEqual({
    iss: stage.endpoint.issuer,
    sub: stage.world.backend.id,
    aud: 'https://orders.example/api',
    client_id: stage.world.backend.id,
    scope: 'orders:read',
    iat: stage.endpoint.now(),
    exp: stage.endpoint.now() + 3600,
  });
});

test('without a resource it is an opaque token that introspection accepts', async () => {
  const opaque = good.find(({ title }) => title.startsWith('no resource'));
  if (!opaque) throw new Error('no row');
  const { json } = await answerTo(opaque);
  expect(json.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const { headers } = opaque.request as { headers: Record<string, string> };
  const url = stage.endpoint.on.replace(/token$/, 'token/introspection');
  const body = `token=${json.access_token}`;
  const answer = await sendTokenRequest(url, { headers, body });
  expect(answer.json).toMatchObject({ active: true, client_id: stage.world.backend.id });
});

test('a removed role ends its scopes at once', async () => {
  const { prisma } = stage.endpoint.app.services.database;
  await prisma.applicationRole.deleteMany({ where: { applicationId: stage.world.backend.id } });
  const [first] = good;
  const { status, json } = await answerTo(first as Case);
  expect([status, json['scope']]).toEqual([200, '']);
});
