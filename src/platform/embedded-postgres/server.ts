import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, superuser } from './cluster.ts';
import type { ServerUser } from './server-user.ts';
import { withLock } from './start-lock.ts';

/** The server of a cluster. */
export interface Server {
  home: string;
  cluster: Cluster;
  user: ServerUser;
  /** The server program. */
  postgres: string;
  /** Settings that override the defaults, for example `{ max_connections: '200' }`. */
  settings: Record<string, string>;
}

/** Attempts to start, 100 ms apart: the lock of a killed server is released within a second. */
const attempts = 20;
/** Milliseconds until a server responds (after a crash it replays its log first), or until it stops. */
const serverTimeout = 60_000;
/**
 * Milliseconds until a response: another program on the port of a killed server may accept connections and send
 * nothing.
 */
const probeTimeout = 1000;
const maxLogBytes = 5_000_000;

/** For a server that is already in use. */
export interface Restart {
  /** The port that its clients use. */
  port: number;
  /** Attempts, 100 ms apart: processes of the killed server may take a while to end. */
  attempts?: number;
}

/**
 * Returns the port of the server of this cluster, and starts one if none runs. Of concurrent calls, one starts it.
 * Throws an Error with one sentence if the server does not start, or the port of a restart is taken.
 */
export async function ensureRunning(server: Server, restart?: Restart): Promise<number> {
  const running = await findRunning(server.cluster);
  if (running !== undefined) return running;
  // PostgreSQL's lock file has a race: of two starts that replace a stale one, the loser deletes the winner's.
  const lock = `${server.cluster.data} ${server.cluster.superuserPassword}`;
  return withLock(lock, 2 * serverTimeout, () => findOrStart(server, restart));
}

async function findOrStart(server: Server, restart: Restart | undefined): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const running = await findRunning(server.cluster);
    if (running !== undefined) return running;
    const port = restart ? await bindable(restart.port) : await choosePort(join(server.home, 'port'));
    const isStarted = port !== undefined && (await start(server, port));
    if (isStarted) return port;
    const limit = restart?.attempts ?? attempts;
    if (port === undefined && attempt >= Math.min(attempts, limit)) {
      throw new Error(`Port ${restart?.port} of 127.0.0.1 is taken by another program.`);
    }
    if (attempt >= limit) {
      throw new Error(`The embedded PostgreSQL does not start: ${lastLines(logFile(server.home))}`);
    }
    await sleep(100);
  }
}

/** Whether the server was shut down cleanly, on request, according to pg_control. False while it runs. */
export function wasStopped({ data }: Cluster): boolean {
  const [stateOffset, shutDown] = [16, 1]; // ControlFileData.state, DB_SHUTDOWNED: the same since PostgreSQL 8.3
  return readFileSync(join(data, 'global', 'pg_control')).readInt32LE(stateOffset) === shutDown;
}

/** Stops the running server (fast shutdown) and waits for it. */
export async function stopServer(cluster: Cluster): Promise<void> {
  // The lock file of a killed server may contain the process id of another program by now, so the server must respond
  // first.
  const pid = (await findRunning(cluster)) === undefined ? undefined : readLock(cluster.data)?.pid;
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + serverTimeout;
  while (readLock(cluster.data)?.pid === pid) {
    if (performance.now() > deadline) throw new Error('The embedded PostgreSQL does not stop.');
    await sleep(20);
  }
}

export function superuserAddress({ superuserPassword }: Cluster, port: number): string {
  return `postgresql://${superuser}:${superuserPassword}@127.0.0.1:${port}/postgres`;
}

/** The port of the server that runs on the data, if it responds. */
export async function findRunning(cluster: Cluster): Promise<number | undefined> {
  const port = readLock(cluster.data)?.port;
  if (port === undefined) return undefined;
  return (await becomesReady(cluster, port, (state) => state === 'starting')) ? port : undefined;
}

/** Reads postmaster.pid (process id, data folder, start time, port, …). Undefined if there is none. */
function readLock(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid > 0 && port > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** Starts the server and waits until it responds. False if it ends instead. It outlives this process. */
async function start(server: Server, port: number): Promise<boolean> {
  const log = openLog(logFile(server.home));
  const child = server.user.run(server.postgres, serverArguments(server, port), {
    cwd: server.home,
    // Not in our process group: Ctrl-C in a terminal must only signal us, so that requests are drained first.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => {});
  child.unref();
  return becomesReady(server.cluster, port, () => isAlive(child));
}

const isAlive = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

function serverArguments({ cluster, settings }: Server, port: number): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No socket file: its path may be too long, or its folder not writable.
    unix_socket_directories: '',
    // Logs starts, stops and crashes, but no failed statements, which contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  };
  return ['-D', cluster.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

type State = 'ready' | 'starting' | 'absent';

/** Waits until our server responds on the port, as long as `keepWaiting` returns true. */
async function becomesReady(cluster: Cluster, port: number, keepWaiting: (state: State) => boolean): Promise<boolean> {
  const deadline = performance.now() + serverTimeout;
  for (;;) {
    const state = await probe(superuserAddress(cluster, port));
    if (state === 'ready') return true;
    if (!keepWaiting(state) || performance.now() > deadline) return false;
    await sleep(20);
  }
}

/** Connects with the password. Our server proves that it knows it, too (SCRAM, RFC 5802); anything else is "absent". */
async function probe(connectionString: string): Promise<State> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeTimeout });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    // cannot_connect_now: starting up, recovering or shutting down
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'absent';
  } finally {
    await client.end().catch(() => {});
  }
}

/** The port in the file if it is free, otherwise another one, which replaces it. */
async function choosePort(file: string): Promise<number> {
  const stored = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (await bindable(stored)) ?? (await bindable(0));
  if (port === undefined) throw new Error('No TCP port is free on 127.0.0.1.');
  writeFileSync(file, String(port));
  return port;
}

/** The port on which a server can listen (for 0, any free one); undefined if it is taken. */
function bindable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const listener = createServer();
    listener.once('error', () => resolve(undefined));
    listener.listen(port, '127.0.0.1', () => {
      const bound = listener.address();
      listener.close(() => resolve(typeof bound === 'object' ? bound?.port : undefined));
    });
  });
}

const logFile = (home: string): string => join(home, 'server.log');

function openLog(file: string): number {
  const isLarge = existsSync(file) && statSync(file).size > maxLogBytes;
  return openSync(file, isLarge ? 'w' : 'a', 0o600);
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' ');
}
