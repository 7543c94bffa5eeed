import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { buildProgram, program } from '../server/program.ts';

/** A running platform, and an application with all permissions. */
export interface Platform {
  url: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

/** Uses the platform of the credentials in the environment; without them, starts a temporary one. */
export async function findPlatform(env: NodeJS.ProcessEnv): Promise<Platform> {
  const {
    MANDATE_URL: url = 'http://localhost:3000',
    MANDATE_CLIENT_ID: clientId,
    MANDATE_CLIENT_SECRET: clientSecret,
  } = env;
  if (!clientId || !clientSecret) return startPlatform();
  const ready = await fetch(`${url}/readyz`).catch(() => undefined);
  if (!ready?.ok) throw new Error(`No platform responds at ${url}: start one with "npm start", or set MANDATE_URL.`);
  return { url, clientId, clientSecret, close: async () => {} };
}

/** Starts a platform on a free port, with its data in a temporary folder. Others on this machine can sign people in. */
export async function startPlatform(): Promise<Platform> {
  const folder = await mkdtemp(join(tmpdir(), 'mandate-demo-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [clientId, clientSecret] = [systemIds.next('application'), randomBytes(32).toString('base64url')];
  await buildProgram();
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      SIGN_UP: 'open',
      IDENTITY_PROVIDER_ALLOWED_HOSTS: 'localhost',
      BOOTSTRAP_CLIENT_ID: clientId,
      BOOTSTRAP_CLIENT_SECRET: clientSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, () => child.exitCode !== null);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, clientId, clientSecret, close };
}

async function untilReady(url: string, ended: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300 && !ended(); tries++) {
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return;
    await sleep(100);
  }
  throw new Error('The platform did not start.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
