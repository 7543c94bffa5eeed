import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keptPort } from './kept-port.ts';
import { install } from '../../../tools/testing/services.ts';

/** A folder for servers of PostgreSQL, which do not run as root. */
export interface Ground extends AsyncDisposable {
  folder: string;
  /** Makes a folder that the servers can write to. */
  folderFor(name: string): string;
  /** Runs a program of PostgreSQL to its end. */
  run(program: string, args: readonly string[]): void;
  /** Starts the server of a data folder, and waits until it accepts connections. */
  start(data: string, port?: number): Promise<Server>;
}

export interface Server {
  port: number;
  data: string;
  url(database: string): string;
  /** Runs a statement as the superuser. */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Kills it with all its processes, as a machine that fails. */
  kill(): Promise<void>;
}

/** The newest version of Debian's packages, which are installed if there is none. */
function binaries(): string {
  // Not psql, which a machine can have without a server.
  const find = () => globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).toSorted(byVersion).at(-1);
  if (find() === undefined) install(['postgresql']);
  const newest = find();
  if (newest === undefined) throw new Error('PostgreSQL is not in /usr/lib/postgresql, where Debian installs it.');
  return newest;
}
const byVersion = (one: string, other: string): number => versionOf(one) - versionOf(other);
const versionOf = (path: string): number => Number(path.split('/')[4]);

/** The account `postgres` if this process runs as root. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export function prepareGround(): Ground {
  const bin = binaries();
  const owner = account();
  const folder = mkdtempSync(join(tmpdir(), 'mandate-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const servers = new Set<Server>();
  const run = (program: string, args: readonly string[]): void =>
    void execFileSync(join(bin, program), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    folder,
    run,
    folderFor(name) {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700 });
      if (owner) chownSync(path, owner.uid, owner.gid);
      return path;
    },
    async start(data, given) {
      const port = given ?? (await keptPort());
      const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
      const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...owner, cwd: folder, stdio: 'ignore' });
      const server = serverOf(child, data, port);
      servers.add(server);
      await accepts(server, child);
      return server;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers].map((server) => server.kill()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes a primary with the database and the role of the platform, and the role of the check. */
export async function createPrimary(ground: Ground, settings: readonly string[] = []): Promise<Server> {
  const data = join(ground.folder, 'primary');
  ground.run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C']);
  appendFileSync(join(data, 'postgresql.conf'), settings.map((line) => `${line}\n`).join(''));
  const primary = await ground.start(data);
  for (const sql of [
    'CREATE ROLE mandate LOGIN',
    'CREATE ROLE mandate_check LOGIN',
    'CREATE DATABASE mandate OWNER mandate',
  ])
    await primary.query(sql);
  return primary;
}

function serverOf(child: ChildProcess, data: string, port: number): Server {
  const url = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  return {
    port,
    data,
    url: (database) => url('mandate', database),
    async query(sql, database = 'postgres') {
      const client = new pg.Client({ connectionString: url('postgres', database), connectionTimeoutMillis: 1000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const exited = once(child, 'exit');
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
      child.kill('SIGKILL');
      for (const pid of children.filter(Boolean)) killIfAlive(Number(pid));
      await exited;
    },
  };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its postmaster.
  }
}

async function accepts(server: Server, child: ChildProcess): Promise<void> {
  for (let left = 300; left > 0 && child.exitCode === null; left--) {
    const works = await server.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (works) return;
    await sleep(100);
  }
  throw new Error(`PostgreSQL does not start in ${server.data}`);
}
