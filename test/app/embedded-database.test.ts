import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { killAll, type PlatformProcess, startPlatform, temporaryDataDir } from '../support/servers/platform-process.ts';

const client = { id: 'app_01h455vb4pex5vsknk084sn02q', secret: 'a-secret-of-more-than-thirty-two-characters' };
let data: ReturnType<typeof temporaryDataDir>;
beforeAll(() => {
  data = temporaryDataDir();
});
afterEach(killAll);
afterAll(() => data.remove());

const home = () => join(data.path, 'postgres');
const keptPort = () => Number(readFileSync(join(home(), 'port'), 'utf8'));
const lockFile = () => join(home(), 'cluster', 'data', 'postmaster.pid');

/** The process id of the PostgreSQL server, 0 if there is none. */
function postmaster(): number {
  try {
    return Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Waits for a server other than the one that was killed, whose lock file remains until then. */
async function serverAfter(killed = 0): Promise<number> {
  await expect.poll(() => ![0, killed].includes(postmaster()), { interval: 1 }).toBe(true);
  return postmaster();
}

/** Returns the process id of the killed server. */
async function killServer(killed = 0): Promise<number> {
  const server = await serverAfter(killed);
  process.kill(server, 'SIGKILL');
  return server;
}

async function start(): Promise<PlatformProcess> {
  const platform = await startPlatform({
    DATA_DIR: data.path,
    PUBLIC_URL: 'http://localhost:3000',
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  await platform.ready;
  return platform;
}

const tokenStatus = ({ url }: PlatformProcess): Promise<number> =>
  fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: 'http://localhost:3000/api' }),
  }).then(({ status }) => status);

async function issuesTokens(platform: PlatformProcess): Promise<void> {
  await expect.poll(() => tokenStatus(platform), { interval: 20 }).toBe(200);
}

async function stop(platform: PlatformProcess): Promise<void> {
  platform.child.kill('SIGTERM');
  await expect(platform.ended).resolves.toBe(0);
}

describe('the embedded PostgreSQL', () => {
  it('is restarted on its port after it is killed, even during recovery, and stopped by the last process that uses it', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    const port = keptPort();
    const first = await killServer();
    await Promise.all([issuesTokens(one), issuesTokens(other)]);
    // These two hit it while it starts.
    const second = await killServer(first);
    const third = await killServer(second);
    await serverAfter(third);
    await Promise.all([issuesTokens(one), issuesTokens(other)]);
    await stop(one);
    await serverAfter(await killServer());
    await issuesTokens(other);
    expect(keptPort()).toBe(port);
    await stop(other);
    expect(postmaster()).toBe(0);
  });

  it('remains stopped if an administrator stops it, and the platform ends with one sentence', async () => {
    const platform = await start();
    const administrator = await startEmbeddedPostgres(home());
    await administrator.stop({ evenIfUsed: true });
    await expect(platform.ended).resolves.toBe(1);
    expect(platform.stderr()).toBe('The embedded PostgreSQL cannot be restarted. It was stopped.\n');
    expect(postmaster()).toBe(0);
  });
});
