import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, superuser } from './cluster.ts';
import type { ServerUser } from './server-user.ts';
import { withLock } from './start-lock.ts';

/** What is needed to start the server of one cluster. */
export interface Server {
  home: string;
  cluster: Cluster;
  user: ServerUser;
  /** The server program. */
  postgres: string;
  /** On top of ours, for instance `{ max_connections: '200' }`. */
  settings: Record<string, string>;
}

/** How often a start is tried, 100 ms apart: the lock of a server that was killed goes away within a second. */
const attempts = 20;
/** Milliseconds that a server may take until it answers (after a crash it replays its log first), or until it stops. */
const patience = 60_000;
/** Milliseconds for an answer: another program on the port of a killed server may accept connections and send nothing. */
const probeLimit = 1000;
const logLimit = 5_000_000;

/** For a server that is in use already. */
export interface Restart {
  /** The port that its users know. */
  port: number;
  /** How often it is tried, 100 ms apart: what is left of a server that was killed may be busy for a while. */
  attempts?: number;
}

/**
 * The port of the server that runs on this cluster, after starting one if there is none. Several processes may ask at the same time: one starts
 * it. Throws an Error with one sentence when it does not start, or the port of a restart is taken.
 */
export async function ensureRunning(server: Server, restart?: Restart): Promise<number> {
  const running = await findRunning(server.cluster);
  if (running !== undefined) return running;
  // PostgreSQL's own lock file has a race while a stale one is replaced, and the loser deletes the winner's.
  const lock = `${server.cluster.data} ${server.cluster.superuserPassword}`;
  return withLock(lock, 2 * patience, () => findOrStart(server, restart));
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

/** Whether the server was shut down cleanly, on request: PostgreSQL keeps its state in a file. False while it runs. */
export function wasStopped({ data }: Cluster): boolean {
  const [stateOffset, shutDown] = [16, 1]; // ControlFileData.state, DB_SHUTDOWNED: the same since PostgreSQL 8.3
  return readFileSync(join(data, 'global', 'pg_control')).readInt32LE(stateOffset) === shutDown;
}

/** Asks the running server to end the connections that are left, write everything to disk and stop; waits for it. */
export async function stopServer(cluster: Cluster): Promise<void> {
  // The lock of a server that was killed names a process id that may be anyone's by now: it must answer first.
  const pid = (await findRunning(cluster)) === undefined ? undefined : readLock(cluster.data)?.pid;
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + patience;
  while (readLock(cluster.data)?.pid === pid) {
    if (performance.now() > deadline) throw new Error('The embedded PostgreSQL does not stop.');
    await sleep(20);
  }
}

export function superuserAddress({ superuserPassword }: Cluster, port: number): string {
  return `postgresql://${superuser}:${superuserPassword}@127.0.0.1:${port}/postgres`;
}

/** The port of the server that holds the data, if it answers. */
export async function findRunning(cluster: Cluster): Promise<number | undefined> {
  const port = readLock(cluster.data)?.port;
  if (port === undefined) return undefined;
  return (await becomesReady(cluster, port, (state) => state === 'starting')) ? port : undefined;
}

/** What postmaster.pid tells (process id, data folder, start time, port, …). Undefined when no server holds the data. */
function readLock(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid > 0 && port > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** Starts the server and waits until it answers; false when it ended instead. It outlives this process. */
async function start(server: Server, port: number): Promise<boolean> {
  const log = openLog(logFile(server.home));
  const child = server.user.run(server.postgres, serverArguments(server, port), {
    cwd: server.home,
    // Not in our process group: Ctrl-C in a terminal must reach us alone, so that requests are drained first.
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
    // No socket file: its path may be too long for the system, or its folder not writable.
    unix_socket_directories: '',
    // Starts, stops and crashes, but not refused statements: they would show what people entered.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  };
  return ['-D', cluster.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

type State = 'ready' | 'starting' | 'absent';

/** Waits until our server answers on that port, as long as there is hope. */
async function becomesReady(cluster: Cluster, port: number, hope: (state: State) => boolean): Promise<boolean> {
  const deadline = performance.now() + patience;
  for (;;) {
    const state = await probe(superuserAddress(cluster, port));
    if (state === 'ready') return true;
    if (!hope(state) || performance.now() > deadline) return false;
    await sleep(20);
  }
}

/** Only our server accepts the password, and it proves that it knows it (SCRAM, RFC 5802): a stranger is "absent". */
async function probe(connectionString: string): Promise<State> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeLimit });
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

/** The port kept in the file while it is free, else another one, which is kept in its place. */
async function choosePort(file: string): Promise<number> {
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (await bindable(kept)) ?? (await bindable(0));
  if (port === undefined) throw new Error('No TCP port is free on 127.0.0.1.');
  writeFileSync(file, String(port));
  return port;
}

/** The port that listening on `port` gives (0 takes any free one), or undefined when it is taken. */
function bindable(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const listener = createServer();
    listener.once('error', () => done(undefined));
    listener.listen(port, '127.0.0.1', () => {
      const bound = listener.address();
      listener.close(() => done(typeof bound === 'object' ? bound?.port : undefined));
    });
  });
}

const logFile = (home: string): string => join(home, 'server.log');

function openLog(file: string): number {
  const isLarge = existsSync(file) && statSync(file).size > logLimit;
  return openSync(file, isLarge ? 'w' : 'a', 0o600);
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' ');
}
