import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { temporaryDataDir } from '../support/servers/platform-process.ts';
import { freePort } from '../support/servers/redis-server.ts';

/** Starts the installation in this folder with this Node.js, and uses what has native code. Throws if it fails. */
export async function checkStart(folder: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const data = temporaryDataDir();
  stack.defer(data.remove);
  const { url: database } = await startEmbeddedPostgres(join(data.path, 'postgres'));
  const port = await freePort();
  const client = { id: systemIds.next('application'), secret: randomBytes(32).toString('base64url') };
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database,
      DATA_DIR: data.path,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SHUTDOWN_DELAY_SECONDS: '0',
      LOG_LEVEL: 'warn',
      BOOTSTRAP_CLIENT_ID: client.id,
      BOOTSTRAP_CLIENT_SECRET: client.secret,
    },
    stdio: 'inherit',
    detached: true,
  });
  stack.defer(async () => {
    const ended = once(child, 'exit');
    // npm and the platform.
    if (child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGTERM')) await ended;
  });
  await untilReady(url, () => child.exitCode !== null);
  await use(url, client);
  console.log('ok      npm start serves the console, issues a token and hashes a password');
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (hasEnded()) throw new Error('npm start has ended');
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error('the platform was not ready within a minute');
}

async function use(url: string, client: { id: string; secret: string }): Promise<void> {
  const page = await fetch(`${url}/console/`);
  if (!page.ok) throw new Error(`/console/: ${page.status}`);
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const fields = new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` });
  const { access_token: token } = await send(`${url}/oidc/token`, { authorization: basic }, fields);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const password = randomBytes(12).toString('base64url');
  await send(`${url}/api/users`, headers, JSON.stringify({ username: 'ada', password }));
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: string | URLSearchParams,
): Promise<Record<string, string>> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : {}) as Record<string, string>;
}
