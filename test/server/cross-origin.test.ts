import { once } from 'node:events';
import { createServer } from 'node:http';
import * as client from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { launchChromium } from '../support/browsers/chromium.ts';
import { addApplication, addUser, startIssuer, type TestIssuer } from '../support/issuer.ts';
import { redirectUri, relyingParty } from '../support/browsers/relying-party.ts';

/** A server of pages on an origin of its own. */
interface PageServer extends AsyncDisposable {
  origin: string;
}

async function startPages(): Promise<PageServer> {
  const server = createServer((_request, response) => void response.end('<!doctype html><title>Dashboard</title>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

let issuer: TestIssuer;
let browser: Browser;
/** Origins of: the application of the token, another application, a suspended one, none. */
let own: PageServer;
let other: PageServer;
let suspended: PageServer;
let unknown: PageServer;
let token: string;
beforeAll(async () => {
  [issuer, browser] = await Promise.all([startIssuer(), launchChromium()]);
  [own, other, suspended, unknown] = await Promise.all([startPages(), startPages(), startPages(), startPages()]);
  const { prisma } = issuer.database;
  await addApplication(prisma, 'SINGLE_PAGE', { corsOrigins: [other.origin] });
  await addApplication(prisma, 'SINGLE_PAGE', { corsOrigins: [suspended.origin], suspendedAt: new Date() });
  const app = await addApplication(prisma, 'SINGLE_PAGE', {
    redirectUris: [redirectUri],
    corsOrigins: ['https://app.example', own.origin],
  });
  const { indicator: resource, scopes } = await prisma.apiResource.findFirstOrThrow({
    where: { isBuiltIn: true },
    include: { scopes: true },
  });
  const user = await addUser(prisma, { scopeIds: scopes.map(({ id }) => id) });
  const party = await relyingParty(issuer.issuer, app, client.None());
  const scope = `openid ${permissionNames.join(' ')}`;
  token = (await party.signIn(user.username, { scope, resource })).tokens.access_token;
});
afterAll(async () => {
  await browser.close();
  await Promise.all([own, other, suspended, unknown, issuer].map((one) => one[Symbol.asyncDispose]()));
});

interface CrossOriginRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}
type Seen = { status: number; headers: Record<string, string>; text: string } | 'blocked';

async function pageOf(origin: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

/** The parts of a response that a page of this origin can read. */
async function fetchFrom(origin: string, { path, method = 'GET', headers, body }: CrossOriginRequest): Promise<Seen> {
  const page = await pageOf(origin);
  try {
    return await page.evaluate(
      async ([url, init]) => {
        try {
          const response = await fetch(url, init);
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            text: await response.text(),
          };
        } catch {
          return 'blocked' as const;
        }
      },
      [
        issuer.url + path,
        {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        },
      ] as const,
    );
  } finally {
    await page.close();
  }
}

const createRole = (name: string): CrossOriginRequest => ({ path: '/api/roles', method: 'POST', body: { name } });
const createRoleByGraphql = (name: string): CrossOriginRequest => ({
  path: '/graphql',
  method: 'POST',
  body: { query: `mutation { createRole(input: { name: "${name}" }) { role { id } } }` },
});
const countRoles = (name: string) => issuer.database.prisma.role.count({ where: { name } });

/** The answer to `connection_init` on a WebSocket that a page opens. */
async function socketFrom(origin: string): Promise<string> {
  const page = await pageOf(origin);
  try {
    return await page.evaluate(
      ([url, authorization]) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(url, 'graphql-transport-ws');
          socket.addEventListener('open', () =>
            socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
          );
          socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).type));
          socket.addEventListener('close', ({ code, reason }) => resolve(`${code} ${reason}`));
        }),
      [`${issuer.url.replace('http', 'ws')}/graphql`, `Bearer ${token}`] as const,
    );
  } finally {
    await page.close();
  }
}

describe('a page of an origin that the application of its token has registered', () => {
  it('can call REST with all headers of the API, and read those of the response', async () => {
    const headers = {
      'if-none-match': '"9"',
      'idempotency-key': 'once',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'last-event-id': '1',
    };
    const created = await fetchFrom(own.origin, { ...createRole('Page'), headers });
    expect(created).toMatchObject({
      status: 201,
      headers: {
        etag: expect.stringMatching(/^"1-/),
        location: expect.any(String),
        'x-request-id': expect.any(String),
      },
    });
    const page = await fetchFrom(own.origin, { path: '/api/roles?limit=1' });
    expect(page).toMatchObject({ status: 200, headers: { link: expect.stringContaining('rel="next"') } });
  });

  it('can call GraphQL over HTTP and over WebSockets', async () => {
    expect(await fetchFrom(own.origin, createRoleByGraphql('Query'))).toMatchObject({ status: 200 });
    expect(await countRoles('Query')).toBe(1);
    expect(await socketFrom(own.origin)).toBe('connection_ack');
  });

  it.each([
    ['an invalid token', 401, { path: '/api/roles', headers: { authorization: 'Bearer x' } }],
    ['an invalid token', 401, { path: '/graphql', method: 'POST', headers: { authorization: 'Bearer x' }, body: {} }],
    ['an unknown address', 404, { path: '/api/nothing' }],
    ['a misplaced dryRun', 400, { path: '/graphql?dryRun=true', method: 'POST', body: { query: '{ __typename }' } }],
    ['an invalid input', 422, { path: '/api/roles', method: 'POST', body: {} }],
  ])('can read the error for %s: %i', async (_name, status, sent) => {
    const seen = await fetchFrom(own.origin, sent);
    expect(seen).toMatchObject({ status });
    const challenge = expect.stringMatching(/^Bearer error="invalid_token"/);
    if (status === 401) expect(seen).toMatchObject({ headers: { 'www-authenticate': challenge } });
  });
});

describe('a page of an origin that only another application has registered', () => {
  it.each([
    ['REST', createRole('Foreign')],
    ['GraphQL', createRoleByGraphql('Foreign')],
  ])('is refused by %s with a readable 403, and changes nothing', async (_name, sent) => {
    const seen = await fetchFrom(other.origin, sent);
    expect(seen).toMatchObject({ status: 403, text: expect.stringContaining('has not registered the origin') });
    expect(seen).toMatchObject({ text: expect.stringContaining('FORBIDDEN') });
    expect(await countRoles('Foreign')).toBe(0);
  });

  it('cannot open a WebSocket', async () => {
    expect(await socketFrom(other.origin)).toMatch(/^4403 .*origin/);
  });
});

describe('a page of an origin that no active application has registered', () => {
  it.each(['unknown', 'suspended'])('can send nothing and read nothing: %s', async (kind) => {
    const { origin } = kind === 'unknown' ? unknown : suspended;
    expect(await fetchFrom(origin, createRole('Blocked'))).toBe('blocked');
    expect(await fetchFrom(origin, createRoleByGraphql('Blocked'))).toBe('blocked');
    expect(await socketFrom(origin)).toMatch(/^4403 .*origin/);
    expect(await countRoles('Blocked')).toBe(0);
  });
});

describe('the platform’s own pages', () => {
  it.each(['localhost', '127.0.0.1'])('may call it by each of its addresses: %s', async (host) => {
    const url = issuer.url.replace('localhost', host);
    const page = await pageOf(`${url}/healthz`);
    const status = await page.evaluate(
      async (authorization) =>
        (await fetch('/api/roles', { method: 'POST', headers: { authorization }, body: '' })).status,
      `Bearer ${token}`,
    );
    await page.close();
    // The body lacks the name.
    expect(status).toBe(422);
  });
});

describe('a preflight request', () => {
  const preflight = (origin: string, path: string) =>
    fetch(issuer.url + path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  it.each(['/api/users', '/graphql'])('is answered for an origin of any application: %s', async (path) => {
    for (const { origin } of [own, other]) {
      const { status, headers } = await preflight(origin, path);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(headers.get('vary')).toBe('origin');
      expect(headers.get('access-control-max-age')).toBe('7200');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each(['null', 'https://app.example.evil', 'https://APP.example', '*'])(
    'is not allowed for any other: %s',
    async (origin) => {
      const { headers } = await preflight(origin, '/graphql');
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, 'origin']);
    },
  );
});
