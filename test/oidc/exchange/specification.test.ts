import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { type Fields, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';

/**
 * The tables of the specification, row by row. Tokens are verified with jose and the published keys, as API B would.
 */
const fixture = await startFixture();
const { endpoint, records } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());

const keys = createRemoteJWKSet(new URL(endpoint.on.replace('token', 'jwks')));
const verify = async (token: string | undefined, audience = 'https://orders.example/api') => {
  const expected = { issuer: endpoint.issuer, audience, typ: 'at+jwt', algorithms: ['ES256'] };
  return (await jwtVerify(token ?? '', keys, { ...expected, currentDate: new Date(endpoint.now() * 1000) })).payload;
};
const exchange = (changed: Fields = {}) => sendTokenRequest(endpoint.on, fixture.ask(changed));
const exchanged = async (changed: Fields = {}) => verify((await exchange(changed)).json.access_token);

describe('token exchange request (section 2)', () => {
  test('grant_type must be the URN of RFC 8693', async () => {
    expect((await exchange({ grant_type: 'token-exchange' })).json.error).toBe('unsupported_grant_type');
    expect((await exchange()).status).toBe(200);
  });

  test('subject_token is required', async () => {
    expect((await exchange({ subject_token: undefined })).json.error).toBe('invalid_request');
  });

  test('subject_token_type is required and must be access_token', async () => {
    expect((await exchange({ subject_token_type: undefined })).json.error).toBe('invalid_request');
    const jwt = 'urn:ietf:params:oauth:token-type:jwt';
    expect((await exchange({ subject_token_type: jwt })).json.error).toBe('invalid_request');
  });

  test('resource is required and is the indicator of API B', async () => {
    expect((await exchange({ resource: undefined })).json.error).toBe('invalid_request');
    expect((await exchange({ resource: 'https://b.example' })).json.error).toBe('invalid_target');
  });

  test('scope is limited to what the user holds for that resource', async () => {
    expect((await exchange({ scope: 'orders:read orders:delete' })).json['scope']).toBe('orders:read');
  });
});

describe('token exchange response (section 2)', () => {
  test('has exactly access_token, issued_token_type, token_type, expires_in and scope', async () => {
    const { status, json, headers } = await exchange();
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/),
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'orders:read',
    });
  });

  test('issued_token_type is the requested one', async () => {
    const jwt = 'urn:ietf:params:oauth:token-type:jwt';
    expect((await exchange({ requested_token_type: jwt })).json['issued_token_type']).toBe(jwt);
  });

  test('expires_in is the lifetime of the resource', async () => {
    expect((await exchange({ resource: 'https://stock.example', scope: 'stock:read' })).json['expires_in']).toBe(60);
  });

  test('forbids caching', async () => {
    expect((await exchange()).headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });
});

describe('claims of the exchanged access token (section 2)', () => {
  test('sub is the original user', async () => {
    expect((await exchanged()).sub).toBe(records.ada.id);
  });

  test('client_id is the application that exchanged', async () => {
    expect((await exchanged())['client_id']).toBe(records.backend.id);
  });

  test('iss is the issuer', async () => {
    expect((await exchanged()).iss).toBe('https://id.example/oidc');
  });

  test('aud is the resource indicator of API B', async () => {
    expect((await exchanged()).aud).toBe('https://orders.example/api');
  });

  test('scope is the granted scope, as in the response', async () => {
    expect((await exchanged({ scope: 'orders:list x orders:read' }))['scope']).toBe('orders:list orders:read');
    expect((await exchanged({ scope: undefined }))['scope']).toBe('orders:list orders:read orders:write');
  });

  test('exp is expires_in seconds after iat, which is the current time', async () => {
    const { iat, exp } = await exchanged();
    expect([iat, exp]).toEqual([endpoint.now(), endpoint.now() + 3600]);
  });

  test('act is the application that exchanged (RFC 8693, section 4.1)', async () => {
    expect((await exchanged())['act']).toEqual({ sub: records.backend.id });
  });

  test('jti is unique', async () => {
    const [one, two] = [await exchanged(), await exchanged()];
    expect(one.jti).toMatch(/^[\da-f-]{36}$/);
    expect(one.jti).not.toBe(two.jti);
  });

  test('grant and session are those of the sign-in, so that the token ends with them', async () => {
    expect(await exchanged()).toMatchObject({ grant_id: fixture.ada.grantId, session_id: fixture.ada.sessionId });
  });

  test('organization_id is present if the exchange was restricted to an organization', async () => {
    expect((await exchanged({ organization_id: records.acme }))['organization_id']).toBe(records.acme);
    expect(await exchanged()).not.toHaveProperty('organization_id');
  });

  test('there are no other claims', async () => {
    const named = [
      'act',
      'aud',
      'client_id',
      'exp',
      'grant_client_id',
      'grant_id',
      'iat',
      'iss',
      'jti',
      'scope',
      'session_id',
      'sub',
      'txn',
    ];
    expect(Object.keys(await exchanged()).sort()).toEqual(named);
  });

  test('an actor token changes none of them', async () => {
    const actor = {
      actor_token: fixture.tokens.opaque,
      actor_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    };
    const { jti: _one, txn: _first, ...withActor } = await exchanged(actor);
    const { jti: _two, txn: _second, ...without } = await exchanged();
    expect(withActor).toEqual(without);
  });

  test('the header has at+jwt, ES256 and a published key (RFC 9068, section 2.1)', async () => {
    const { json } = await exchange();
    const { protectedHeader } = await jwtVerify(json.access_token ?? '', keys);
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.stringMatching(/^key_/) });
  });
});

describe('a token that is exchanged again', () => {
  const again = (token: string | undefined, client: { id: string; clientSecret: string }, changed: Fields = {}) =>
    sendTokenRequest(endpoint.on, fixture.askAs(client, { subject_token: token ?? '', ...changed }));

  test('lists at most four applications in act, the latest outermost', async () => {
    const { backend, secondBackend, webBackend } = records;
    let token: string | undefined = fixture.token;
    const way = [backend, secondBackend, webBackend, backend];
    for (const client of way) token = (await again(token, client)).json.access_token;
    const claims = await verify(token);
    const sub = way.map(({ id }) => id).reverse();
    expect(claims['act']).toEqual({ sub: sub[0], act: { sub: sub[1], act: { sub: sub[2], act: { sub: sub[3] } } } });
    expect([claims.sub, claims['client_id']]).toEqual([records.ada.id, backend.id]);
    const { status, json } = await again(token, secondBackend);
    expect([status, json.error_description]).toEqual([400, 'the subject token was exchanged 4 times already']);
  });

  test('never expires later than the original', async () => {
    const short = await exchange({ resource: 'https://stock.example', scope: 'stock:read' });
    const { json } = await again(short.json.access_token, records.secondBackend);
    expect(json['expires_in']).toBe(60);
    expect((await verify(json.access_token)).exp).toBe(endpoint.now() + 60);
  });

  test('can expire earlier than the original', async () => {
    const long = await exchange();
    const { json } = await again(long.json.access_token, records.secondBackend, {
      resource: 'https://stock.example',
      scope: 'stock:read',
    });
    expect(json['expires_in']).toBe(60);
  });

  test('can carry scopes that the original does not, because the roles of the user decide', async () => {
    const { json } = await again((await exchange()).json.access_token, records.secondBackend, { scope: 'orders:list' });
    expect(json['scope']).toBe('orders:list');
  });
});

test('section 4.1: POST with Basic credentials and a form', async () => {
  const authorization = `Basic ${Buffer.from(`${records.backend.id}:${records.backend.clientSecret}`).toString('base64')}`;
  const response = await fetch(endpoint.on, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: fixture.token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: 'https://orders.example/api',
      scope: 'orders:read',
    }),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'Bearer', scope: 'orders:read' }]);
});

test('section 7: an application without token exchange is refused with a message that states it', async () => {
  const { status, json } = await sendTokenRequest(endpoint.on, fixture.askAs(records.switchedOff));
  expect([status, json.error_description]).toEqual([400, 'token exchange is not allowed for this application']);
});

test('40 users who exchange at the same time each get their own scopes', async () => {
  const { prisma } = endpoint.app.services.database;
  const [list = '', read = ''] = records.orders.scopeIds;
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { id } = await addUser(prisma, { scopeIds: [index % 2 ? list : read], passwordHash: null });
      const signedIn = await signInRecords(endpoint, id, records.shop.id);
      return { id, token: await mint(endpoint, claimsOf(endpoint, signedIn)) };
    }),
  );
  const answers = await Promise.all(people.map(({ token }) => exchange({ subject_token: token, scope: undefined })));
  const got = await Promise.all(
    answers.map(async ({ json }) => [(await verify(json.access_token)).sub, json['scope']]),
  );
  expect(got).toEqual(people.map(({ id }, index) => [id, index % 2 ? 'orders:list' : 'orders:read']));
});
