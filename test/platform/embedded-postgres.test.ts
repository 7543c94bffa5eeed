import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { createLogger } from '../../src/platform/logger.ts';

let made: string;
let parent: string;
let folder: string;
let servers: EmbeddedPostgres[];

// Making a cluster takes a second: all but the tests of the first start use one that is there.
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

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mandate-embedded-'));
  chmodSync(path, 0o711); // The server may run as somebody else.
  return path;
}

function useMadeCluster(): void {
  folder = join(made, 'postgres');
}

const lockFile = () => join(folder, 'cluster', 'data', 'postmaster.pid');
const postmaster = () => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
const portOf = ({ url }: EmbeddedPostgres) => Number(new URL(url).port);

describe('the first start', () => {
  it('starts anew where an interrupted one left something half-made', async () => {
    mkdirSync(join(folder, 'new-abcdef', 'data'), { recursive: true });
    await start();
    expect(readdirSync(folder).sort()).toEqual(['cluster', 'port', 'server.log']);
  });

  it('may happen twice at the same instant: both get the same server', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two).toMatchObject({ url: one.url });
  });
});

describe('the server', () => {
  beforeEach(useMadeCluster);

  it('makes a database that an ordinary role owns, and nothing of the platform needs more', async () => {
    const { url } = await start();
    const [role] = await query(url, 'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user');
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
    await query(url, 'CREATE TABLE mine (id int)');
  });

  it('lets nobody in without the password, and is not reachable from other machines', async () => {
    const { superuserUrl } = await start();
    const guess = new URL(superuserUrl);
    guess.password = 'postgres';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(await query(superuserUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(superuserUrl, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  });

  it('knows the lower case of every language', async () => {
    const { url } = await start();
    expect(await query(url, `SELECT lower('ÉĞΩЖ') AS lower`)).toEqual([{ lower: 'éğωж' }]);
  });
});

describe('a later start', () => {
  beforeEach(useMadeCluster);

  it('finds the data and the address of the first', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE written AS SELECT 1 AS id');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT id FROM written')).toEqual([{ id: 1 }]);
    expect(second.url).toBe(first.url);
  });

  it('takes another port when somebody else listens on the kept one', async () => {
    const first = await start();
    await first.stop();
    const squatter = await listenOn(portOf(first));
    const second = await start();
    expect(portOf(second)).not.toBe(portOf(first));
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    squatter.close();
  });

  it('recovers what was committed when the server was killed', async () => {
    const first = await start({ durable: true });
    await query(first.url, 'CREATE TABLE committed AS SELECT 1 AS id');
    process.kill(postmaster(), 'SIGKILL');
    const second = await start();
    expect(await query(second.url, 'SELECT id FROM committed')).toEqual([{ id: 1 }]);
  });

  it('never signals the stranger who has the process number of a server that was killed', async () => {
    const first = await start();
    const stranger = spawn('sleep', ['60']);
    const died = once(stranger, 'exit');
    const lock = readFileSync(lockFile(), 'utf8');
    await first.stop();
    writeFileSync(lockFile(), lock.replace(/^\d+/, String(stranger.pid)));
    await first.stop({ evenIfUsed: true });
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
    await died;
    rmSync(lockFile());
  });

  it('says in one sentence why the server does not start', async () => {
    const first = await start();
    await first.stop();
    const version = join(folder, 'cluster', 'data', 'PG_VERSION');
    const right = readFileSync(version);
    writeFileSync(version, '9.6\n');
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/^The embedded PostgreSQL does not start: .*9\.6/);
    writeFileSync(version, right);
  });
});

describe('a server that is watched', () => {
  beforeEach(useMadeCluster);
  const logger = createLogger('error');

  it('is started again by any of several processes, and only once', async () => {
    const server = await start();
    const lost: string[] = [];
    const ends = [1, 2, 3].map(() => server.watch({ logger, onLost: (sentence) => lost.push(sentence) }));
    const killed = postmaster();
    const pool = new pg.Pool({ connectionString: server.url });
    pool.on('error', () => {});
    await pool.query('SELECT 1');
    process.kill(killed, 'SIGKILL');
    const answers = () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
    await expect.poll(async () => (await answers()) && postmaster() !== killed, { timeout: 10_000 }).toBe(true);
    await Promise.all(ends.map((end) => end()));
    await pool.end();
    expect(lost).toEqual([]);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is given up when somebody else has its port', async () => {
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

  it('is given up when it does not start any more', async () => {
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

describe('a server that runs already', () => {
  beforeEach(useMadeCluster);

  it('is joined, and stopped by the last one to leave', async () => {
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

  it('is found again after the process that started it was killed, and then stops with its successor', async () => {
    const module = new URL('../../src/platform/embedded-postgres/start.ts', import.meta.url).href;
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

  it('does not hear the Ctrl-C that is meant for us', async () => {
    await start();
    const group = spawnSync('ps', ['-o', 'pgid=', '-p', String(postmaster())], { encoding: 'utf8' }).stdout.trim();
    expect(Number(group)).toBe(postmaster());
  });

  it('does not write to its log what people entered', async () => {
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
