import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addApplication, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri } from '../../support/browsers/relying-party.ts';

const issuer = perFile(startIssuer);
let web: Awaited<ReturnType<typeof addApplication>>;

beforeAll(async () => {
  web = await addApplication(issuer.database.prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, body: string, headers: Record<string, string> = form) =>
  fetch(issuer.issuer + path, { method: 'POST', headers, body, redirect: 'manual' });

/** Endpoints for programs, with a method each. */
const endpoints = [
  ['POST', '/token'],
  ['POST', '/token/introspection'],
  ['POST', '/token/revocation'],
  ['POST', '/request'],
  ['GET', '/me'],
  ['POST', '/me'],
] as const;

describe('errors', () => {
  test.each(endpoints)('the errors of %s %s are JSON, whatever the caller accepts', async (method, path) => {
    for (const accept of ['text/html', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/png', '*/*']) {
      const answer = await fetch(issuer.issuer + path, { method, headers: { accept } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Object.keys((await answer.json()) as object)).toEqual(['error', 'error_description']);
    }
  });

  test('the errors of addresses that do not exist are JSON', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/'],
      ['GET', '/reg'],
      ['POST', '/reg'],
      ['GET', '/device'],
      ['POST', '/device/auth'],
      ['GET', '/interaction/x'],
      ['GET', '//evil.example/auth'],
      ['GET', '/../../etc/passwd'],
    ] as const) {
      const answer = await fetch(issuer.issuer + path, { method, headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const bare = await fetch(issuer.issuer);
    expect([bare.status, await bare.json()]).toMatchObject([404, { error: 'not_found' }]);
  });

  test('forbid caching and content sniffing', async () => {
    const { headers } = await post('/token', '');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a body', () => {
  test.each(['/token', '/token/introspection', '/token/revocation', '/request', '/me', '/auth', '/session/end'])(
    'a body for %s that is too long, has too many parameters, contains a NUL or is no form is refused',
    async (path) => {
      const refused = [
        [413, await post(path, `scope=${'a'.repeat(66_000)}`)],
        [400, await post(path, Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&'))],
        [400, await post(path, 'scope=a%00b')],
        [400, await post(path, 'scope=a\0b')],
        [400, await post(path, '{"grant_type":"x"}', { 'content-type': 'application/json' })],
        [400, await post(path, 'a=b', { 'content-type': 'text/plain' })],
      ] as const;
      for (const [status, answer] of refused) {
        const isPage = path === '/auth' || path === '/session/end';
        const type = `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`;
        expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
      }
    },
  );

  test('an unknown character set is refused or read as UTF-8', async () => {
    const answer = await post('/token', 'a=b', { 'content-type': `${form['content-type']}; charset=nonsense` });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('nonsense');
  });

  test('a body of unknown length has the same limits', async () => {
    const chunked = (body: string) =>
      fetch(`${issuer.issuer}/token`, {
        method: 'POST',
        headers: form,
        body: new Blob([body]).stream(),
        duplex: 'half',
      } as RequestInit);
    expect((await chunked(`scope=${'a'.repeat(66_000)}`)).status).toBe(413);
    expect((await chunked('scope=a%00b')).status).toBe(400);
    const empty = await chunked('');
    expect([empty.status, await empty.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const fine = await chunked(`grant_type=client_credentials&client_id=${web.id}&client_secret=${web.clientSecret}`);
    expect(fine.status).toBe(200);
  });

  test('a body that is sent in chunks is read completely', async () => {
    const body = `grant_type=client_credentials&client_id=${web.id}&client_secret=${web.clientSecret}`;
    const status = await new Promise((resolve, reject) => {
      const headers = { ...form, 'content-length': body.length };
      const request = httpRequest(`${issuer.issuer}/token`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on('error', reject);
      request.write(body.slice(0, 20));
      setImmediate(() => request.end(body.slice(20)));
    });
    expect(status).toBe(200);
  });

  test('a body that never ends has no effect on others when its sender disconnects', async () => {
    const { port } = new URL(issuer.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head =
      'POST /oidc/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\n';
    await new Promise<void>((resolve) => void socket.write(`${head}grant_type=`, () => resolve()));
    socket.destroy();
    expect((await fetch(`${issuer.issuer}/jwks`)).status).toBe(200);
    expect(issuer.faults).toEqual([]);
  });
});

test('a client that resets its connection causes no log entry', async () => {
  const { port } = new URL(issuer.url);
  const heads = [
    'GET /oidc/auth?client_id=x HTTP/1.1\r\nhost: x\r\naccept: text/html\r\n\r\n',
    'GET /oidc/jwks HTTP/1.1\r\nhost: x\r\n\r\n',
    'POST /oidc/request HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\na=b',
  ];
  const reset = (head: string, turns: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      const leave = (left: number): unknown => (left ? setImmediate(leave, left - 1) : socket.resetAndDestroy());
      socket.on('error', () => undefined).once('close', () => resolve());
      socket.resume().write(head, () => leave(turns));
    });
  for (let turns = 0; turns < 30; turns++) await Promise.all(heads.map((head) => reset(head, turns)));
  expect((await fetch(`${issuer.issuer}/jwks`)).status).toBe(200);
  expect(issuer.faults).toEqual([]);
});

test('a query with a NUL or too many parameters is refused with a page', async () => {
  for (const query of ['client_id=a%00b', 'state=%00', Array.from({ length: 101 }, () => 'a=1').join('&')]) {
    const answer = await fetch(`${issuer.issuer}/auth?${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  }
});

test('an expired authorization request gets a page that states it', async () => {
  const answer = await fetch(`${issuer.issuer}/auth/long-gone`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('has expired');
});

test('a repeated parameter is refused', async () => {
  const answer = await post(
    '/token',
    `grant_type=client_credentials&grant_type=refresh_token&client_id=${web.id}&client_secret=${web.clientSecret}`,
  );
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('a generated request causes no internal error, and its values are not in the response', async () => {
  const name = fc.oneof(
    fc.constantFrom(
      'grant_type',
      'client_id',
      'client_secret',
      'scope',
      'resource',
      'code',
      'redirect_uri',
      'token',
      'state',
    ),
    fc.constantFrom(
      'client_assertion',
      'client_assertion_type',
      'request',
      'request_uri',
      'claims',
      'prompt',
      'max_age',
      'response_type',
    ),
    fc.constantFrom(
      'id_token_hint',
      'login_hint',
      'code_challenge',
      'code_challenge_method',
      'code_verifier',
      'refresh_token',
      'xsrf',
    ),
    fc.constantFrom(
      'response_mode',
      'nonce',
      'ui_locales',
      'acr_values',
      'subject_token',
      'post_logout_redirect_uri',
      '__proto__',
    ),
  );
  const marker = 'zq7marker';
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => marker + text),
    fc.constantFrom(
      'client_credentials',
      'authorization_code',
      'refresh_token',
      'code',
      'none',
      'openid',
      redirectUri,
      '0',
      'S256',
    ),
    fc.constantFrom(
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'form_post',
      'fragment',
      'a'.repeat(43),
      '{"id_token":{}}',
    ),
  );
  const path = fc.constantFrom(
    '/token',
    '/request',
    '/token/introspection',
    '/token/revocation',
    '/me',
    '/auth',
    '/session/end',
    '/session/end/confirm',
  );
  const header = fc.constantFrom(
    'Basic',
    'Basic Og==',
    'Basic AAA6AAA=',
    'Bearer x',
    `Bearer ${marker}`,
    `Basic ${btoa(`${marker}:x`)}`,
    '',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, value), { maxLength: 8 }),
      path,
      header,
      fc.boolean(),
      async (pairs, path, authorization, known) => {
        const parameters = new URLSearchParams(pairs.filter(([, text]) => text.isWellFormed()));
        if (known) parameters.set('client_id', web.id);
        const headers = { ...form, accept: 'text/html', ...(authorization && { authorization }) };
        const answer = await post(path, parameters.toString(), headers);
        const text = await answer.text();
        expect(answer.status).toBeLessThan(500);
        // "state" is returned to a registered address; nothing else is.
        expect(answer.headers.has('location') || !text.includes(marker)).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
  expect(issuer.faults).toEqual([]);
});
