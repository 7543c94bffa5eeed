import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startIssuer } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';

/** The whole platform: the methods of its addresses, and their spellings. */
const issuer = perFile(startIssuer);

interface Answer {
  status: number;
  allow: string | undefined;
  text: string;
}

/** The request target as given, which `fetch` would normalize. */
function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = new URL(issuer.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, text }));
    });
    request.on('error', reject).end();
  });
}

const getOnly = 'GET, HEAD, OPTIONS';
const getAndPost = 'GET, HEAD, POST, OPTIONS';
const issuerAddresses: [path: string, allow: string][] = [
  ['/oidc/auth', getAndPost],
  ['/oidc/auth/an-interaction', getOnly],
  ['/oidc/token', 'POST, OPTIONS'],
  ['/oidc/token/introspection', 'POST, OPTIONS'],
  ['/oidc/token/revocation', 'POST, OPTIONS'],
  ['/oidc/request', 'POST, OPTIONS'],
  ['/oidc/me', getAndPost],
  ['/oidc/jwks', getOnly],
  ['/oidc/.well-known/openid-configuration', getOnly],
  ['/.well-known/oauth-authorization-server/oidc', getOnly],
  ['/oidc/session/end', getAndPost],
  ['/oidc/session/end/confirm', 'POST, OPTIONS'],
  ['/oidc/session/end/success', getOnly],
];
const pageAddresses: [path: string, allow: string][] = [
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/sign-in/an-interaction', 'GET, HEAD, POST'],
  ['/sign-in/style.css', 'GET, HEAD, POST'],
];

describe('an unsupported method', () => {
  test.each(issuerAddresses)('is a 405 that lists the supported ones (RFC 9110 §15.5.6): %s', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const answer = await send(method, path);
      if (allow.includes(method)) expect([method, answer.status]).not.toEqual([method, 405]);
      else expect([method, answer.status, answer.allow]).toEqual([method, 405, allow]);
      expect([method, answer.status]).not.toEqual([method, 404]);
    }
    expect(await send('OPTIONS', path)).toMatchObject({ status: 204, allow });
    const { text } = await send('PUT', path);
    expect(JSON.parse(text)).toMatchObject({ error: 'method_not_allowed' });
  });

  test.each(pageAddresses)('is a 405 that lists the supported ones: %s', async (path, allow) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect([method, await send(method, path)]).toMatchObject([method, { status: 405, allow }]);
    }
  });

  test('is a 405 that lists the supported ones: /api/users/import', async () => {
    const allow = 'GET, POST, PATCH, DELETE, HEAD, OPTIONS';
    expect(await send('PUT', '/api/users/import')).toMatchObject({ status: 405, allow });
    expect(await send('OPTIONS', '/api/users/import')).toMatchObject({ status: 204, allow });
  });

  test('a CORS preflight is no unsupported method', async () => {
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    expect(await send('OPTIONS', '/oidc/token', preflight)).toMatchObject({ status: 204, allow: undefined });
  });
});

describe('an address has one spelling', () => {
  const others = ['/graphql', '/api/openapi.json', '/api/users'];
  const exist = [...[...issuerAddresses, ...pageAddresses].map(([path]) => path), ...others];
  const spellings: [name: string, spell: (path: string) => string][] = [
    ['capitals', (path) => path.toUpperCase()],
    ['a capital at its end', (path) => path.slice(0, -1) + path.slice(-1).toUpperCase()],
    ['a slash at its end', (path) => `${path}/`],
    ['two slashes', (path) => path.replace(/.\//, '$&/')],
    ['two slashes at its beginning', (path) => `/${path}`],
    ['an escape', (path) => path.slice(0, -1) + `%${path.codePointAt(path.length - 1)?.toString(16)}`],
    ['a dot segment', (path) => path.replace(/\/(?=[^/]+$)/, '/./')],
    ['a parameter', (path) => `${path};a=b`],
  ];
  // Addresses below these contain a name, which can have several spellings.
  const ofNames = (path: string) => path.endsWith('an-interaction') || path.startsWith('/sign-in');

  test.each(spellings)('no address with %s exists', async (_name, spell) => {
    for (const path of exist) {
      const other = spell(path);
      if (other.split('?')[0] === path || (ofNames(path) && /[;%A-Z]/.test(other))) continue;
      for (const target of [other, `http://127.0.0.1${other}`]) {
        for (const method of ['GET', 'POST']) {
          expect([method, target, (await send(method, target)).status]).toEqual([method, target, 404]);
        }
      }
    }
  });
});

test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
