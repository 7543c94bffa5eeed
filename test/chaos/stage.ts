import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { dataFolder } from '../../src/platform/embedded-postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/redis-server.ts';
import { keptPort } from './ports.ts';
import { startSupervised, type Supervised } from './supervised.ts';

/** The servers of one run, each of which can be broken. */
export interface Stage extends AsyncDisposable {
  processes: readonly Supervised[];
  redis: PrivateRedis;
  databaseUrl: string;
  /** Ends PostgreSQL as a crash does, without a checkpoint, and starts it again; resolves when it answers. */
  crashPostgres(): Promise<void>;
  /** The machine-to-machine application that may do everything. */
  first: { clientId: string; clientSecret: string };
}

/** A crash of the server loses nothing that was committed, as long as the machine lives: so nothing needs to be forced to the disk. */
const settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on' };

export async function openStage(): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'mandate-chaos-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as somebody else.
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'postgres');
  mkdirSync(home);
  // Where the server keeps its port from one start to the next.
  writeFileSync(join(home, 'port'), `${await keptPort()}`);
  const postgres = await startPostgres(home);
  // Joined again under its present address: it may have been started anew meanwhile.
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
  // "Immediate shutdown": every backend ends where it stands, and the next start replays the log.
  process.kill(pid, 'SIGQUIT');
  while (isAlive(pid)) await sleep(10);
  const again = await startPostgres(home);
  if (again.url !== url) throw new Error('PostgreSQL came back at another address: its port was taken meanwhile');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
