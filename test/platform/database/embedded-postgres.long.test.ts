import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Server as ServerOfCluster } from '../../../src/platform/embedded-postgres/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/start.ts';
import { watchServer } from '../../../src/platform/embedded-postgres/watch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { query } from '../../support/query.ts';

let made: string;
let parent: string;
let folder: string;
let servers: EmbeddedPostgres[];

// Creating a cluster takes a second, so all tests except those of the first start share one.
beforeAll(async () => {
  made = temporaryFolder();
  await (await startEmbeddedPostgres(join(made, 'postgres'), { durable: false })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  parent = temporaryFolder();
  folder = join(parent, 'postgres');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop({ evenIfUsed: true });
  rmSync(parent, { recursive: true, force: true });
});

async function start(options = { durable: false }): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder, options);
  servers.push(server);
  return server;
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mandate-embedded-'));
  chmodSync(path, 0o711); // The server may run as another user.
  return path;
}

function useMadeCluster(): void {
  folder = join(made, 'postgres');
}

const lockFile = () => join(folder, 'cluster', 'data', 'postmaster.pid');
const postmaster = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
const portOf = ({ url }: EmbeddedPostgres) => Number(new URL(url).port);

describe('the first start', () => {
  it('succeeds after an interrupted one', async () => {
    mkdirSync(join(folder, 'new-abcdef', 'data'), { recursive: true });
    await start();
    expect(readdirSync(folder).sort()).toEqual(['cluster', 'port', 'server.log']);
  });

  it('can happen twice concurrently: both processes use the same server', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two).toMatchObject({ url: one.url });
  });
});

describe('the server', () => {
  beforeEach(useMadeCluster);

  it('creates a database for a role that is no superuser, which suffices for the platform', async () => {
    const { url } = await start();
    const [role] = await query(url, 'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user');
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
    await query(url, 'CREATE TABLE mine (id int)');
  });

  it('requires the password, and cannot be reached from other machines', async () => {
    const { superuserUrl } = await start();
    const guess = new URL(superuserUrl);
    guess.password = 'postgres';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(await query(superuserUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(superuserUrl, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  });

  it('converts every language to lower case', async () => {
    const { url } = await start();
    expect(await query(url, `SELECT lower('ÉĞΩЖ') AS lower`)).toEqual([{ lower: 'éğωж' }]);
  });
});

describe('a later start', () => {
  beforeEach(useMadeCluster);

  it('uses the data and the address of the first one', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE written AS SELECT 1 AS id');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
    expect(second.url).toBe(first.url);
  });

  it('uses another port if the stored one is taken', async () => {
    const first = await start();
    await first.stop();
    const squatter = await listenOn(portOf(first));
    const second = await start();
    expect(portOf(second)).not.toBe(portOf(first));
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    squatter.close();
  });

  it('recovers committed data after the server was killed', async () => {
    const first = await start({ durable: true });
    await query(first.url, 'CREATE TABLE committed AS SELECT 1 AS id');
    process.kill(postmaster(), 'SIGKILL');
    const second = await start();
    expect(await query(second.url, 'SELECT id FROM committed')).toEqual([{ id: 1 }]);
  });

  it('never signals another process that has the process id of a killed server', async () => {
    const first = await start();
    const other = spawn('sleep', ['60']);
    const died = once(other, 'exit');
    const lock = readFileSync(lockFile(), 'utf8');
    await first.stop();
    writeFileSync(lockFile(), lock.replace(/^\d+/, String(other.pid)));
    await first.stop({ evenIfUsed: true });
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
    await died;
    rmSync(lockFile());
  });

  it('reports in one sentence why the server does not start', async () => {
    const first = await start();
    await first.stop();
    const version = join(folder, 'cluster', 'data', 'PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.6\n');
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/^The embedded PostgreSQL does not start: .*9\.6/);
    writeFileSync(version, right);
  });
});

describe('a watched server', () => {
  beforeEach(useMadeCluster);
  const logger = createLogger('error');

  it('is restarted once, by any of several processes', async () => {
    const server = await start();
    const lost: string[] = [];
    const ends = [1, 2, 3].map(() => server.watch({ logger, onLost: (sentence) => lost.push(sentence) }));
    const killed = postmaster();
    // The processes that the killed one leaves hold its port for a moment, and never answer.
    const limits = { connectionTimeoutMillis: 5000, query_timeout: 5000 };
    const pool = new pg.Pool({ connectionString: server.url, ...limits });
    pool.on('error', () => {});
    await pool.query('SELECT 1');
    process.kill(killed, 'SIGKILL');
    const answers = () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
    await expect.poll(async () => (await answers()) && postmaster() !== killed, { timeout: 50_000 }).toBe(true);
    await Promise.all(ends.map((end) => end()));
    await pool.end();
    expect(lost).toEqual([]);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is left at once by a process that is connecting to it', async () => {
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const cluster = { data: folder, superuserPassword: 'unused' };
    const end = watchServer({ cluster } as ServerOfCluster, { port, name: 'test' }, { logger, onLost: () => {} });
    await once(silent, 'connection');
    await end();
    expect(silent.close().listening).toBe(false);
  });

  it('is not restarted if another program has its port', async () => {
    const server = await start();
    process.kill(postmaster(), 'SIGKILL');
    const port = portOf(server);
    let squatter: Server | undefined;
    await expect.poll(async () => (squatter = await listenOn(port).catch(() => undefined))).toBeDefined();
    const sentence = Promise.withResolvers<string>();
    const end = server.watch({ logger, onLost: sentence.resolve, attempts: 2 });
    expect(await sentence.promise).toBe(
      `The embedded PostgreSQL cannot be restarted. Port ${port} of 127.0.0.1 is taken by another program.`,
    );
    await end();
    squatter?.close();
  });

  it('is not restarted if it does not start any more', async () => {
    const server = await start();
    process.kill(postmaster(), 'SIGKILL');
    const version = join(folder, 'cluster', 'data', 'PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.6\n');
    const sentence = Promise.withResolvers<string>();
    const end = server.watch({ logger, onLost: sentence.resolve, attempts: 2 });
    expect(await sentence.promise).toMatch(
      /^The embedded PostgreSQL cannot be restarted\. The embedded PostgreSQL does not start: .*9\.6/,
    );
    await end();
    writeFileSync(version, right);
  });
});

describe('a running server', () => {
  beforeEach(useMadeCluster);

  it('is shared, and stopped by the last process', async () => {
    const first = await start();
    const second = await start();
    expect(second.url).toBe(first.url);
    const pool = new pg.Pool({ connectionString: second.url });
    await pool.query('SELECT 1');
    await first.stop();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await second.stop();
    await expect(query(second.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('is found after the process that started it was killed, and stops with its successor', async () => {
    const module = new URL('../../../src/platform/embedded-postgres/start.ts', import.meta.url).href;
    const code = `const { startEmbeddedPostgres } = await import('${module}');
      console.log((await startEmbeddedPostgres('${folder}')).url); setInterval(() => {}, 1000);`;
    const process = spawn('node', ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = (await once(process.stdout, 'data')) as [Buffer];
    process.kill('SIGKILL');
    await once(process, 'exit');
    const successor = await start();
    expect(successor.url).toBe(url.toString().trim());
    await successor.stop();
    await expect(query(successor.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('does not receive the Ctrl-C of the platform', async () => {
    await start();
    const group = spawnSync('ps', ['-o', 'pgid=', '-p', String(postmaster())], { encoding: 'utf8' }).stdout.trim();
    expect(Number(group)).toBe(postmaster());
  });

  it('does not log personal data', async () => {
    const { url } = await start();
    await expect(query(url, `SELECT 'ada@example.com'::int`)).rejects.toThrow('ada@example.com');
    expect(readFileSync(join(folder, 'server.log'), 'utf8')).not.toContain('ada@example.com');
  });
});

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
