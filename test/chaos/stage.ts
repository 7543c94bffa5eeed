import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { dataFolder } from '../../src/platform/embedded-postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/servers/redis-server.ts';
import { keptPort } from '../support/servers/kept-port.ts';
import { startSupervised, type Supervised } from './supervised.ts';

/** The servers of a run. */
export interface Stage extends AsyncDisposable {
  processes: readonly Supervised[];
  redis: PrivateRedis;
  databaseUrl: string;
  /** Ends PostgreSQL like a crash, without a checkpoint, and restarts it. Resolves when it responds. */
  crashPostgres(): Promise<void>;
  /** The machine-to-machine application with all permissions. */
  first: { clientId: string; clientSecret: string };
}

/** A crash of the server loses no committed data while the machine runs, so fsync is not needed. */
const settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on' };

/** `environment` is added to that of the processes. */
export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'mandate-chaos-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as another user.
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'postgres');
  mkdirSync(home);
  // The file in which the server stores its port.
  writeFileSync(join(home, 'port'), `${await keptPort()}`);
  const postgres = await startPostgres(home);
  // Found by its current address: it may have been restarted.
  opened.defer(async () => (await startPostgres(home)).stop({ evenIfUsed: true }));
  const redis = await startPrivateRedis(await keptPort());
  opened.defer(() => redis.stop());
  const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
  const ports = [await keptPort(), await keptPort()];
  const common = {
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: Buffer.alloc(32, 'chaos').toString('base64'),
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_CLIENT_ID: first.clientId,
    BOOTSTRAP_CLIENT_SECRET: first.clientSecret,
    ...environment,
  };
  const processes: Supervised[] = [];
  for (const port of ports) {
    const process = await startSupervised({ ...common, PORT: `${port}` });
    opened.defer(() => process.stop());
    processes.push(process);
  }
  const owned = opened.move();
  return {
    processes,
    redis,
    databaseUrl: postgres.url,
    first,
    crashPostgres: () => crashPostgres(home, postgres.url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const startPostgres = (home: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(home, { durable: false, settings });

async function crashPostgres(home: string, url: string): Promise<void> {
  const pid = Number(readFileSync(join(dataFolder(home), 'postmaster.pid'), 'utf8').split('\n')[0]);
  // "Immediate shutdown": every backend ends at once, and the next start replays the log.
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await sleep(10);
  const again = await startPostgres(home);
  if (again.url !== url) throw new Error('PostgreSQL was restarted on another port, because its own was taken');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
