import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { createDispatch, type Handlers } from '../../src/server/dispatch.ts';
import { createMetricsAccess } from '../../src/server/metrics-access.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { combineRoutes, type HttpEnv, type Routes } from '../../src/server/routes.ts';
import { bindServer, type HttpServer } from '../../src/server/server.ts';
import { isId, systemIds } from '../../src/platform/ids/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { exchangeMetrics } from '../support/exchanges/exchange-metrics.ts';

const open: HttpServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close(0))));

interface Options {
  handlers?: Partial<Handlers>;
  groups?: Routes[];
  https?: boolean;
  level?: 'debug' | 'info';
}

/** A server with handlers that respond with their names by default. */
async function serve({ handlers = {}, groups = [], https = false, level = 'info' }: Options = {}) {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line) => void lines.push(line) });
  const pools = { main: { totalCount: 3, idleCount: 1, waitingCount: 0 } };
  const metrics = createMetrics(
    pools,
    exchangeMetrics(new Map([['', { outcome: 'granted', reason: '', count: 2 }]])),
    createMetricsAccess(undefined),
  );
  const pages = combineRoutes([metrics.routes, ...groups], logger);
  const saying =
    (name: string): Handlers['issuer'] =>
    (request, response) =>
      void response.end(`${name} ${request.url}`);
  const server = await bindServer(0, '127.0.0.1');
  open.push(server);
  const apis = { graphql: saying('graphql'), rest: saying('rest'), account: saying('account') };
  const all = { issuer: saying('issuer'), ...apis, pages, ...handlers };
  const dispatch = createDispatch(all, { ids: systemIds, logger, metrics, https });
  server.serve({ dispatch, upgrade: async () => undefined });
  return { server, lines, url: `http://127.0.0.1:${server.port}` };
}

/** Sends raw bytes, and returns everything received until the connection closes. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('requests', () => {
  it.each([
    ['POST', '/oidc/token', 'issuer /oidc/token'],
    ['GET', '/oidc/token', 'issuer /oidc/token'],
    ['POST', '/oidc/token?x', 'issuer /oidc/token?x'],
    ['GET', '/oidc/auth?a=b', 'issuer /oidc/auth?a=b'],
    ['GET', '/oidc', 'issuer /oidc'],
    ['GET', '/.well-known/oauth-authorization-server/oidc', 'issuer /.well-known/oauth-authorization-server/oidc'],
    ['POST', '/graphql', 'graphql /graphql'],
    ['GET', '/graphql?query=%7B__typename%7D', 'graphql /graphql?query=%7B__typename%7D'],
    ['GET', '/api', 'rest /api'],
    ['PATCH', '/api/dry-run/users/x', 'rest /api/dry-run/users/x'],
    ['GET', '/account/api', 'account /account/api'],
    ['GET', '/account/api/profile', 'account /account/api/profile'],
  ])('%s %s reaches its handler', async (method, path, answer) => {
    const { url } = await serve();
    await expect(fetch(url + path, { method }).then((response) => response.text())).resolves.toBe(answer);
  });

  it.each([
    '/',
    '/oidcx',
    '/oidc-token',
    '/graphql/',
    '/graphqlx',
    '/apix',
    '//oidc/token',
    '/OIDC/token',
    '/.well-known/openid-configuration',
  ])('a request to %s gets a 404', async (path) => {
    const { url } = await serve();
    expect((await fetch(url + path)).status).toBe(404);
  });

  it('the absolute form is equivalent to the origin form, whatever its host (RFC 9112 §3.2.2)', async () => {
    const { server } = await serve();
    const head = 'Host: elsewhere.example\r\nConnection: close\r\n\r\n';
    expect(await raw(server.port, `GET http://elsewhere.example/oidc/auth?a=b HTTP/1.1\r\n${head}`)).toContain(
      'issuer /oidc/auth?a=b',
    );
  });

  it.each([
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a/../b\r\nConnection: close\r\n\r\n',
    'GET \\ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'BREW / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
  ])('a malformed request gets a 4xx: %j', async (bytes) => {
    const { server, lines } = await serve();
    expect(await raw(server.port, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(lines).toEqual([]);
  });
});

describe('every response', () => {
  it('has a new request id and the security headers, whatever id the client sent', async () => {
    const { url } = await serve();
    const answers = await Promise.all(
      ['/graphql', '/oidc/jwks', '/nothing', '/metrics'].map((path) =>
        fetch(url + path, { headers: { 'x-request-id': 'mine' } }),
      ),
    );
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(ids.every((id) => isId('request', id))).toBe(true);
    expect(new Set(ids).size).toBe(4);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('a response over https has Strict-Transport-Security', async () => {
    const { url } = await serve({ https: true });
    expect((await fetch(`${url}/nothing`)).headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  });
});

describe('the fast path', () => {
  /** Responds to requests with the header "X-Answer: yes". */
  const fastPath: Handlers['fastPath'] = async (request, response) => {
    const isAnswered = request.headers['x-answer'] === 'yes';
    if (isAnswered) response.end(`yes ${response.getHeaderNames().join()}`);
    return isAnswered;
  };

  it('comes first: for a token request that it answers, no header is set and no request id is created', async () => {
    const { url } = await serve({ handlers: { fastPath } });
    const response = await fetch(`${url}/oidc/token`, { method: 'POST', headers: { 'x-answer': 'yes' } });
    await expect(response.text()).resolves.toBe('yes ');
  });

  it('a request that it declines is left to the issuer unchanged', async () => {
    const { url } = await serve({ handlers: { fastPath } });
    const response = await fetch(`${url}/oidc/token`, { method: 'POST' });
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    await expect(response.text()).resolves.toBe('issuer /oidc/token');
  });

  it.each([
    ['GET', '/oidc/token'],
    ['POST', '/oidc/token?a=b'],
    ['POST', '/oidc/token/introspection'],
  ])('never receives %s %s', async (method, path) => {
    const { url } = await serve({ handlers: { fastPath } });
    const response = await fetch(url + path, { method, headers: { 'x-answer': 'yes' } });
    await expect(response.text()).resolves.toBe(`issuer ${path}`);
  });

  it('a failure of it is handled like any other', async () => {
    const { url, lines } = await serve({ handlers: { fastPath: () => Promise.reject(new Error('broken')) } });
    const response = await fetch(`${url}/oidc/token`, { method: 'POST' });
    const { reference } = (await response.json()) as { reference: string };
    expect([response.status, isId('request', reference)]).toEqual([500, true]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', requestId: reference }]);
  });
});

describe('an unknown address', () => {
  it('gets a problem document for programs (RFC 9457)', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/nothing?secret=1`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    await expect(response.json()).resolves.toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at this address.',
    });
  });

  it('gets a small page for browsers, without scripts', async () => {
    const { url } = await serve();
    const response = await fetch(`${url}/<script>`, { headers: { accept: 'text/html,application/xhtml+xml' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const body = await response.text();
    expect(body).toContain('<h1>Not Found</h1>');
    expect(body).not.toContain('script');
  });
});

describe('a handler that fails', () => {
  const broken = new Error('the secret cause');
  const group = new Hono<HttpEnv>().get('/broken', () => {
    throw broken;
  });
  const handlers: Partial<Handlers> = {
    issuer: () => Promise.reject(broken),
    graphql: () => {
      throw broken;
    },
  };

  it.each([
    ['GET', '/oidc/auth'],
    ['GET', '/graphql'],
    ['GET', '/broken'],
  ])('gets a 500 with a reference, which is logged: %s %s', async (method, path) => {
    const { url, lines } = await serve({ handlers, groups: [group] });
    const response = await fetch(url + path, { method });
    const body = (await response.json()) as { reference: string; detail: string };
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/secret cause|\.ts|stack/);
    expect(body.reference).toBe(response.headers.get('x-request-id'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      requestId: body.reference,
      err: { message: 'the secret cause' },
    });
  });

  it('a failure during the response closes its connection, so that the response is not taken for complete', async () => {
    const { server } = await serve({
      handlers: {
        graphql: (_, response) => {
          response.writeHead(200, { 'content-length': 100 });
          response.write('half');
          return Promise.reject(broken);
        },
      },
    });
    await expect(fetch(`http://127.0.0.1:${server.port}/graphql`).then((response) => response.text())).rejects.toThrow(
      'terminated',
    );
  });
});

describe('a form', () => {
  const group = new Hono<HttpEnv>().post('/form', async (context) =>
    context.text(`${(await context.req.text()).length}`),
  );

  it('a form of 64 KiB is read', async () => {
    const { url } = await serve({ groups: [group] });
    await expect(
      fetch(`${url}/form`, { method: 'POST', body: 'x'.repeat(65_536) }).then((r) => r.text()),
    ).resolves.toBe('65536');
  });
});

describe('the log at debug level', () => {
  it('has a line per request: method, path without its query, status, time', async () => {
    const { url, lines } = await serve({ level: 'debug' });
    const id = (await fetch(`${url}/oidc/auth?code=sesame`)).headers.get('x-request-id');
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'debug',
      requestId: id,
      method: 'GET',
      path: '/oidc/auth',
      status: '200',
      milliseconds: expect.any(Number),
    });
    expect(lines[0]).not.toContain('sesame');
  });
});

describe('metrics', () => {
  it('count requests by part, route and status, the pool and the process, and contain no client data', async () => {
    const { url } = await serve();
    await fetch(`${url}/graphql`);
    await fetch(`${url}/sesame`);
    const body = await fetch(`${url}/metrics`).then((response) => response.text());
    expect(body).toContain(
      'mandate_http_request_duration_seconds_count{part="graphql",route="/graphql",status="200"} 1',
    );
    expect(body).toContain('mandate_http_request_duration_seconds_count{part="pages",route="other",status="404"} 1');
    expect(body).toContain('mandate_database_connections{pool="main",state="used"} 2');
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).not.toContain('sesame');
  });
});
