import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { killAll, type PlatformProcess, startPlatform } from '../support/servers/platform-process.ts';

let database: OwnDatabase;
beforeAll(async () => {
  database = await ownDatabase();
});
afterEach(killAll);
afterAll(() => database.drop());

const client = { id: 'app_01h455vb4pex5vsknk084sn02q', secret: 'a-secret-of-more-than-thirty-two-characters' };
const SECRETS_KEY = randomBytes(32).toString('base64');

async function start(more: Record<string, string> = {}): Promise<PlatformProcess> {
  const platform = await startPlatform({
    DATABASE_URL: database.url,
    REDIS_URL: inject('redis'),
    SECRETS_KEY,
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
    ...more,
  });
  await platform.ready;
  return platform;
}

/** The form of a request for a token. */
const tokenForm = (platform: PlatformProcess): string =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    resource: `${platform.url.replace('127.0.0.1', 'localhost')}/api`,
  }).toString();

/** A request whose last line has not been sent. */
async function begin({ url }: PlatformProcess, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`);
  // The platform has read it if it has responded to a later one.
  await fetch(`${url}/healthz`);
  return socket;
}

async function refusesConnections({ url }: PlatformProcess): Promise<void> {
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses');
}

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'the signal %s completes the request in progress, refuses new ones, and ends with code 0',
    async (signal) => {
      const platform = await start();
      const socket = await begin(platform, '/healthz');
      platform.child.kill(signal);
      await refusesConnections(platform);
      expect(platform.child.exitCode).toBeNull();
      socket.write('\r\n');
      await expect(text(socket)).resolves.toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"ok"\}/);
      await expect(platform.ended).resolves.toBe(0);
      expect(platform.stderr()).toBe('');
    },
  );

  it('issues the token for a request that was still arriving', async () => {
    const platform = await start();
    const form = tokenForm(platform);
    const head = `POST /oidc/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`;
    const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
    socket.write(head + form.slice(0, 20));
    await fetch(`${platform.url}/healthz`);
    platform.child.kill('SIGTERM');
    await refusesConnections(platform);
    socket.write(form.slice(20));
    await expect(text(socket)).resolves.toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"access_token":"ey/);
    await expect(platform.ended).resolves.toBe(0);
  });

  it('reports on /readyz that the process accepts no more requests', async () => {
    const platform = await start();
    const socket = await begin(platform, '/readyz');
    platform.child.kill('SIGTERM');
    await refusesConnections(platform);
    socket.write('\r\n');
    await expect(text(socket)).resolves.toMatch(/^HTTP\/1\.1 503 [^]*\{"status":"stopping"\}/);
    await expect(platform.ended).resolves.toBe(0);
  });

  it('closes idle connections', async () => {
    const platform = await start();
    const kept = await fetch(`${platform.url}/healthz`); // fetch keeps its connection
    await kept.text();
    const silent = connect(Number(new URL(platform.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const before = performance.now();
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
    // Requests in progress may take ten seconds more.
    expect(performance.now() - before).toBeLessThan(10_000);
    silent.destroy();
  });

  it('is immediate at the second signal', async () => {
    const platform = await start();
    const socket = await begin(platform, '/healthz');
    socket.on('error', () => {}); // cut off
    platform.child.kill('SIGTERM');
    await refusesConnections(platform);
    const asking = setInterval(() => platform.child.kill('SIGTERM'), 100);
    await expect(platform.ended).resolves.toBe(143);
    clearInterval(asking);
  });

  it('waits SHUTDOWN_DELAY_SECONDS, not ready but answering new connections, until a second signal', async () => {
    const platform = await start({ SHUTDOWN_DELAY_SECONDS: '300' });
    platform.child.kill('SIGTERM');
    const signaled = performance.now();
    const readiness = () => fetch(`${platform.url}/readyz`);
    await expect.poll(async () => (await readiness()).status, { interval: 5 }).toBe(503);
    await expect(readiness().then((response) => response.json())).resolves.toEqual({ status: 'stopping' });
    const body = new URLSearchParams(tokenForm(platform));
    const answer = await fetch(`${platform.url}/oidc/token`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    // Repeated within half a second, it counts as the first one.
    await expect.poll(() => performance.now() - signaled).toBeGreaterThan(600);
    const socket = await begin(platform, '/healthz');
    platform.child.kill('SIGTERM');
    await refusesConnections(platform);
    socket.write('\r\n');
    await expect(text(socket)).resolves.toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await expect(platform.ended).resolves.toBe(0);
  });

  it('a signal during the start ends the process after the start', async () => {
    const platform = await startPlatform({ DATABASE_URL: database.url, SECRETS_KEY });
    await expect
      .poll(
        () =>
          fetch(`${platform.url}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { interval: 5 },
      )
      .toBe(200);
    platform.child.kill('SIGTERM');
    await expect(platform.ended).resolves.toBe(0);
  });
});
